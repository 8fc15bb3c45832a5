/** Comes with the frame: see web/main.ts. */
export { repeat } from 'lit/directives/repeat.js';
