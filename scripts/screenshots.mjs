// npm run screenshots [-- NAME…]: every page of the UI (or those whose path contains a NAME) at 360 and 1280 px, light
// and dark, into .cache/screenshots; see screenshots.ts, which runs under the project's own Node.
import { BootstrapError, continueUnderNode24, ensureDependencies } from './bootstrap.mjs';

try {
  await ensureDependencies();
  await continueUnderNode24();
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exit(1);
}
const { main } = await import('./screenshots.ts');
process.exitCode = await main(process.argv.slice(2));
