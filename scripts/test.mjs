// npm test [-- PATTERN...] [--no-skip] [--list]: see testRunner.ts, which runs under the project's own Node.
import { runCommand } from './bootstrap.mjs';

await runCommand(new URL('./testRunner.ts', import.meta.url));
