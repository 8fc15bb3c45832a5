import { ensureWebBuilt } from '../scripts/buildWeb.mjs';
import type { Bench } from './bench.ts';
import { launchChromium } from './support/chromium.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { seedHosts } from './support/seedHosts.ts';
import { withDirectory } from './support/temporary.ts';
import { measureFilter } from './webHosts.ts';
import { measureJobPage } from './webJob.ts';
import { measureLoad } from './webLoad.ts';

const HOSTS = 10_000;

export const web: Bench = {
  name: 'web',
  about: `the UI in Chromium: first load, a filter of ${HOSTS} hosts, a job page at 1,000 events a second`,
  run: (say) =>
    withDirectory(async (dataDir) => {
      await ensureWebBuilt({ log: say });
      await prepareManager(dataDir);
      await seedHosts(dataDir, HOSTS);
      const browser = await launchChromium();
      const manager = await startManager({ dataDir }).catch(async (error: unknown) => {
        await browser.close();
        throw error;
      });
      try {
        say('first load');
        const load = await measureLoad(browser, manager);
        say(`typing into the filter of ${HOSTS} hosts`);
        const filter = await measureFilter(browser, manager, HOSTS);
        const { figures, details } = await measureJobPage(browser, manager, say);
        return { figures: [...load, ...filter, ...figures], details };
      } finally {
        await browser.close();
        await manager.stop();
      }
    }),
};
