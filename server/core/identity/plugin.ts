import { defineCore } from '../../kernel/boot/feature.ts';
import { userCommands } from './commands.ts';
import { identityErrors } from './errors.ts';
import { identityJobs } from './jobs.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { identityRoutes } from './routes.ts';
import { createIdentity } from './service/createService.ts';
import { endAllSessions } from './service/sessions.ts';
import './api.ts';

/** Accounts, sign-in and sessions. */
export const identityFeature = defineCore({
  name: 'identity',
  migrations: [createTables],
  errors: identityErrors,
  commands: userCommands,
  async setup(ctx) {
    const identity = await createIdentity(ctx);
    return {
      service: identity.service,
      routes: identityRoutes(ctx, identity),
      jobs: identityJobs(ctx),
      // Some of them may have been ended since the backup.
      steps: { 'kernel.restored': endAllSessions },
    };
  },
});
