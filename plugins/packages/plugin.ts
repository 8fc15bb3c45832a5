import { definePlugin, work } from '#sdk';
import type {} from '../enrollment/api.ts';
import './api.ts';
import { FleetIndex } from './index/fleetIndex.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { packageRoutes } from './routes.ts';
import { packageRetention } from './settings.ts';
import { watchChanged } from './service/changed.ts';
import { cleanUp } from './service/cleanUp.ts';
import { cutProblems } from './service/history.ts';
import { adopt, adoptHosts, forgetHost, readingWaits } from './service/schedule.ts';
import { packageSearch } from './service/search.ts';
import { sourcesService } from './service/sources.ts';
import { createSweeper, LEASE_MS } from './service/sweeper.ts';

const ADOPT_MS = 600_000;
const HOUR_MS = 3_600_000;
/** How often the index is refreshed even if nobody asks. */
const LOOK_MS = 600_000;
const NOT_READ = 'the lists of the packages are read with the first question for them';

/** What is installed on every host: read daily and after each job, stored once for each distinct list. */
export const packagesPlugin = definePlugin({
  name: 'packages',
  requires: ['hosts', 'agents', 'patching'],
  settings: [packageRetention],
  migrations: [createTables],
  setup(ctx) {
    const sweeper = createSweeper(ctx);
    const changed = watchChanged(ctx);
    const begin = async (hostId: string): Promise<void> => {
      try {
        await adopt(ctx, [hostId]);
      } catch (error) {
        ctx.log.warn({ error, hostId }, 'the packages of a new host are read some minutes later');
      }
    };
    const reads = { ctx, index: new FleetIndex(ctx) };
    let looks: { stop(): void } | null = null;
    /** Refreshes in the background for some seconds, so that the first question seldom waits. */
    const readAhead = async (): Promise<void> => {
      try {
        await reads.index.refreshQuietly();
      } catch (error) {
        if (looks) ctx.log.warn({ error }, NOT_READ);
      }
    };
    ctx.search.add(packageSearch(reads));
    ctx.waits.add(() => readingWaits(ctx, LEASE_MS));
    return {
      service: sourcesService(reads.index),
      routes: packageRoutes(reads),
      jobs: {
        'packages.adoptHosts': { everyMs: ADOPT_MS, run: () => adoptHosts(ctx) },
        'packages.cleanUp': { everyMs: HOUR_MS, run: () => cleanUp(ctx) },
      },
      hooks: { 'hosts.describe': ({ hosts }) => cutProblems(ctx, hosts) },
      steps: { 'hosts.hostDeleted': (tx, { hostId }) => forgetHost(tx, hostId) },
      events: {
        'enrollment.certificateFetched': ({ hostId }) => begin(hostId),
        'patching.hostFinished': ({ hostId, attempt }) => void (attempt > 0 && changed.finished(hostId)),
      },
      async started() {
        await sweeper.start();
        await adoptHosts(ctx);
        looks = work.every(ctx, { ms: LOOK_MS, failed: NOT_READ }, readAhead);
        void readAhead();
      },
      async stop() {
        looks?.stop();
        looks = null;
        await reads.index.close();
        changed.stop();
        await sweeper.stop();
      },
    };
  },
});
