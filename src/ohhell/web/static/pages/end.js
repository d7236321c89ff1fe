import { html } from "../lit.js";
export class EndPage { constructor(house, a, b) { this.house = house; } title() { return "x"; } template() { return html`<main><h1>EndPage</h1></main>`; } }
