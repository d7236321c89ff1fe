import { html } from "../lit.js";
export class Chooser { constructor(house, a, b) { this.house = house; } title() { return "x"; } template() { return html`<main><h1>Chooser</h1></main>`; } }
