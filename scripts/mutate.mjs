// npm run mutate -- [--help]: see docs/mutation.md. Runs under the project's own Node.
import { runCommand } from './bootstrap.mjs';

await runCommand(new URL('./mutate/main.ts', import.meta.url));
