/** Loaded with the shell: see web/main.ts. */
export { repeat } from 'lit/directives/repeat.js';
