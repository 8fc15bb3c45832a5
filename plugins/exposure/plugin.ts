import { definePlugin, work } from '#sdk';
import type {} from '../packages/api.ts';
import './api.ts';
import { exposureErrors } from './errors.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { fetchSection } from './fetchSettings.ts';
import { exposureMetrics } from './metrics.ts';
import { exposureRoutes } from './routes.ts';
import { exposureRetention, withoutFixSection } from './settings.ts';
import { cutProblems } from './service/cutHosts.ts';
import { makeAllDue, makeDue } from './service/due.ts';
import { Feeds } from './service/feeds.ts';
import { fetchDue } from './service/fetch.ts';
import { exceptedAt } from './service/exceptions.ts';
import { reportQueries } from './service/reportQueries.ts';
import { cveSearch, findCveNames } from './service/search.ts';
import { catchUp, cleanUp } from './service/upkeep.ts';
import { createUnfixed } from './service/unfixed.ts';
import { createWorker } from './service/worker.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LET_GO_MS = 60_000;

/**
 * Known vulnerabilities: on which hosts they are open and since when, what to patch first, and which patches are late.
 */
export const exposurePlugin = definePlugin({
  name: 'exposure',
  requires: ['hosts', 'agents', 'packages?'],
  settings: [exposureRetention, fetchSection, withoutFixSection],
  migrations: [createTables],
  errors: exposureErrors,
  setup(ctx) {
    const feeds = new Feeds();
    const worker = createWorker(ctx, feeds);
    const unfixed = createUnfixed(ctx);
    const { keeper } = ctx.core.agents;
    const routes = exposureRoutes(ctx, { worker, unfixed, feeds });
    const { getExposure, listCves, getCve, listCveHosts } = routes;
    let looks: { stop(): void } | null = null;
    ctx.search.add(
      cveSearch(
        keeper.question('exposure.cveNames', (asked, signal) =>
          findCveNames(ctx, unfixed, { ...asked, signal }),
        ),
      ),
    );
    exposureMetrics(ctx, unfixed);
    return {
      service: {
        feeds,
        exceptedAt: (now) => exceptedAt(ctx, now),
        reportQueries: (asked) => reportQueries(ctx, asked),
      },
      // What needs the lists of packages is answered where they are kept.
      routes: { ...routes, ...keeper.routes({ getExposure, listCves, getCve, listCveHosts }) },
      jobs: {
        'exposure.fetchDataSets': {
          everyMs: HOUR_MS,
          async run() {
            await fetchDue(ctx, feeds);
            worker.wake();
          },
        },
        'exposure.cleanUp': {
          everyMs: DAY_MS,
          async run() {
            await cleanUp(ctx);
            await catchUp(ctx, 'all');
          },
        },
      },
      hooks: { 'hosts.describe': ({ hosts }) => cutProblems(ctx, hosts) },
      steps: {
        'hosts.patchesStored': (tx, { hostIds }) => makeDue(tx, hostIds),
        'hosts.hostDeleted': (tx, { hostId }) => makeDue(tx, [hostId]),
        'hosts.serviceLevelsChanged': (tx) => makeAllDue(tx),
      },
      async started() {
        await catchUp(ctx, 'unknown');
        worker.start();
        looks = work.every(
          ctx,
          { ms: LET_GO_MS, failed: 'the view of what has no fix stays in memory' },
          async () => {
            if (!(await keeper.isHere())) unfixed.letGo();
          },
        );
      },
      stop: () => {
        looks?.stop();
        return worker.stop();
      },
    };
  },
});
