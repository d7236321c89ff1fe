import { html } from "../lit.js";
export class RulesPage { constructor(house, a, b) { this.house = house; } title() { return "x"; } template() { return html`<main><h1>RulesPage</h1></main>`; } }
export const rulesDialog = () => null;
