import { definePlugin, work } from '#sdk';
import type {} from '../certificates/api.ts';
import { webTlsErrors } from './errors.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { webTlsRoutes } from './routes.ts';
import { noteChange, takeBackOverdue } from './service/changes.ts';
import { presentedEnding } from './service/ending.ts';
import { Presenter } from './service/presenter.ts';
import { strategySection } from './settings.ts';

/** How often other managers' changes and renewed files are looked for; the settings may be 2 s old besides. */
const LOOK_EVERY_MS = 3_000;

/**
 * Which certificate people and tools see: that of the internal authority, or one of the operator's own. Agents always
 * see the internal one.
 */
export const webTlsPlugin = definePlugin({
  name: 'web-tls',
  requires: ['agents'],
  migrations: [createTables],
  settings: [strategySection],
  errors: webTlsErrors,
  async setup(ctx) {
    const presenter = new Presenter(ctx);
    // Before the listener opens, so that nobody sees the wrong certificate for a moment.
    await presenter.refresh();
    ctx.settings.inUpdate(strategySection, async (tx, change) => {
      await noteChange(ctx, tx, change);
      tx.afterCommit(() => presenter.show(change.after.value));
    });
    let ticking: { stop(): void } | null = null;
    return {
      routes: webTlsRoutes(ctx, presenter),
      hooks: { 'certificates.endings': () => presentedEnding(ctx, presenter) },
      events: { 'kernel.reloadAsked': () => presenter.reload() },
      async started() {
        const rhythm = { ms: LOOK_EVERY_MS, failed: 'the choice of the certificate could not be followed' };
        ticking = work.every(ctx, rhythm, async () => {
          await takeBackOverdue(ctx);
          await presenter.refresh();
        });
      },
      async stop() {
        ticking?.stop();
      },
    };
  },
});
