// npm test [-- PATTERN...] [--no-skip] [--list]: see testRunner.ts, which runs under the project's own Node.
import { BootstrapError, continueUnderNode24, ensureDependencies } from './bootstrap.mjs';

try {
  await ensureDependencies();
  await continueUnderNode24();
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exit(1);
}
const { main } = await import('./testRunner.ts');
process.exitCode = await main(process.argv.slice(2));
