// npm run quickstart [-- OPTIONS]: a manager and an agent for this machine; see quickstartRun.ts.
// Plain JavaScript: it runs on Node 20 and without node_modules, until bootstrap.mjs has brought both.
import { BootstrapError, continueUnderNode24, ensureDependencies } from './bootstrap.mjs';
import { assertStartable, QuickstartError, readOptions, usage } from './quickstartOptions.mjs';

const isClear = (error) =>
  error instanceof QuickstartError || error instanceof BootstrapError || error?.isClear === true;

try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    console.log(usage);
    process.exit(0);
  }
  // Checked before anything is installed: what cannot start needs no dependencies.
  await assertStartable(options);
  await ensureDependencies();
  await continueUnderNode24();
  await buildWeb();
  const run = options.isDemo
    ? (await import('./quickstartDemo.ts')).runDemo
    : (await import('./quickstartRun.ts')).runQuickstart;
  process.exit(await run(options));
} catch (error) {
  console.error(isClear(error) ? `quickstart: ${error.message}` : error);
  process.exit(1);
}

/**
 * A failure is only told, because the API works without the UI (in a checkout that this user may not write to, for
 * example).
 */
async function buildWeb() {
  const { ensureWebBuilt } = await import('./buildWeb.mjs');
  try {
    await ensureWebBuilt({ log: console.log });
  } catch (error) {
    console.error(`quickstart: the web UI could not be built: ${error?.message ?? error}`);
  }
}
