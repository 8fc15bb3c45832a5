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
import { findNames, packageSearch } from './service/search.ts';
import { sourcesService } from './service/sources.ts';
import { createSweeper, LEASE_MS } from './service/sweeper.ts';

const ADOPT_MS = 600_000;
const HOUR_MS = 3_600_000;
/** How soon a manager notices that it has become the keeper of the fleet's lists, or is it no more. */
const KEEP_MS = 15_000;
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
    const { keeper } = ctx.core.agents;
    const reads = { ctx, index: new FleetIndex(ctx) };
    let looks: { stop(): void } | null = null;
    /** Reads in the background for some seconds, so that the first question seldom waits; on the keeper alone. */
    const readAhead = async (): Promise<void> => {
      try {
        if (await keeper.isHere()) await reads.index.keep();
        else reads.index.letGo();
      } catch (error) {
        if (looks) ctx.log.warn({ error }, NOT_READ);
      }
    };
    ctx.search.add(packageSearch(keeper.question('packages.names', (asked) => findNames(reads, asked))));
    const { listHostPackageChanges, ...ofIndex } = packageRoutes(reads);
    ctx.metrics.gauges(
      {
        package_lists_kept: {
          help: 'Hosts whose list of packages this manager keeps in memory: all, or none.',
        },
      },
      () => Promise.resolve({ package_lists_kept: reads.index.hosts.size }),
    );
    ctx.waits.add(() => readingWaits(ctx, LEASE_MS));
    return {
      service: sourcesService(reads.index),
      routes: { ...keeper.routes(ofIndex), listHostPackageChanges },
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
        looks = work.every(ctx, { ms: KEEP_MS, failed: NOT_READ }, readAhead);
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
