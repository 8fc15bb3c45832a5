// npm run screenshots [-- NAME…]: every page of the UI (or the scenes whose name contains a NAME) at 360 and 1280 px,
// light and dark, into .cache/screenshots; see screenshots.ts, which runs under the project's own Node.
import { runCommand } from './bootstrap.mjs';

await runCommand(new URL('./screenshots.ts', import.meta.url));
