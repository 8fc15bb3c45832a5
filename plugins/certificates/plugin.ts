import { definePlugin } from '../../server/plugin.ts';
import { certificatesRoutes } from './routes.ts';
import { createCertificatesService } from './service.ts';

/** What people see and do of the certificate authority, whose rows and keys are core/agents'. */
export const certificatesPlugin = definePlugin({
  name: 'certificates',
  requires: ['hosts', 'agents'],
  setup: (ctx) => ({ routes: certificatesRoutes(ctx, createCertificatesService(ctx)) }),
});
