// npm test [-- OPTION... PATTERN...]: see tests/options.ts and tests/run.ts, which run under the project's own Node.
import { runCommand } from './bootstrap.mjs';

await runCommand(new URL('./tests/run.ts', import.meta.url));
