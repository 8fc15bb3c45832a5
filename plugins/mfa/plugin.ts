import { actors, definePlugin } from '#sdk';
import { mfaCommands } from './commands.ts';
import { mfaErrors } from './errors.ts';
import { mfaGate } from './gate.ts';
import { mfaHooks } from './hooks.ts';
import { mfaJobs } from './jobs.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { mfaRoutes } from './routes.ts';
import { forgetAccount, spendOneTimeCodes } from './service/factors.ts';
import { forgetGrace } from './service/policy.ts';
import { mfaSection } from './settings.ts';

/** Second factors: codes of an app, passkeys, recovery codes, and who must have one. */
export const mfaPlugin = definePlugin({
  name: 'mfa',
  requires: ['identity'],
  settings: [mfaSection],
  errors: mfaErrors,
  migrations: [createTables],
  commands: mfaCommands,
  gate: mfaGate,
  setup(ctx) {
    ctx.settings.inUpdate(mfaSection, async (tx, { before, after, by }) => {
      actors.requireFresh(by.actor, ctx.clock.now());
      const lifted = before.required_roles.filter((role) => !after.required_roles.includes(role));
      if (lifted.length > 0) await forgetGrace(tx, lifted);
    });
    return {
      routes: mfaRoutes(ctx),
      jobs: mfaJobs(ctx),
      hooks: mfaHooks(ctx),
      steps: {
        'identity.accountRemoved': (tx, { account }) => forgetAccount(tx, account.id),
        'kernel.restored': spendOneTimeCodes,
      },
    };
  },
});
