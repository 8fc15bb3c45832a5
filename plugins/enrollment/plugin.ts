import { definePlugin } from '#sdk';
import type {} from './api.ts';
import { enrollmentJobs } from './jobs.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { addConnection } from './migrations/002_add_connection.ts';
import { enrollmentRoutes } from './routes.ts';
import { createEnrollmentService } from './service.ts';
import { createDownloads } from './service/downloads.ts';
import { createAgentPackages } from './service/packages.ts';
import { withdrawCertificate } from './service/status.ts';
import { endTokens } from './service/tokens.ts';

const AFTER_START_MS = 5_000;

/** How hosts join: by a person's approval, or by a token that approves by itself. */
export const enrollmentPlugin = definePlugin({
  name: 'enrollment',
  requires: ['hosts', 'agents'],
  migrations: [createTables, addConnection],
  errors: {
    ENROLLMENT_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such enrollment.' },
    ENROLLMENT_NOT_PENDING: {
      status: 409,
      retryable: false,
      message: 'The enrollment was approved, denied, or has expired.',
    },
    ENROLLMENT_TOKEN_INVALID: {
      status: 403,
      retryable: false,
      message: 'The token is unknown, expired, used up, or not for this network.',
    },
    ENROLLMENT_TOKEN_NOT_FOUND: {
      status: 404,
      retryable: false,
      message: 'There is no such enrollment token.',
    },
    AGENT_PACKAGE_NOT_FOUND: {
      status: 404,
      retryable: false,
      message: 'The manager has no agent package of this name.',
    },
    MACHINE_ID_IN_USE: { status: 409, retryable: false, message: 'A live host has this machine id.' },
    SIGNATURE_INVALID: {
      status: 403,
      retryable: false,
      message: "The signature does not verify with the host's current key.",
    },
    RENEWAL_REFUSED: {
      status: 403,
      retryable: false,
      message: 'The certificate is revoked, retired, or expired for more than 30 days; enroll again.',
    },
  },
  setup(ctx) {
    const service = createEnrollmentService(ctx);
    const agentPackages = createAgentPackages(ctx);
    const downloads = createDownloads(ctx);
    let packaging: { clear(): void } | null = null;
    return {
      routes: enrollmentRoutes(ctx, service, { agentPackages, downloads }),
      jobs: enrollmentJobs(ctx),
      steps: {
        'hosts.hostDeleted': (tx, { hostId }) => withdrawCertificate(tx, hostId),
        // They may have been deleted or used up since the backup.
        'kernel.restored': (tx, { at }) => endTokens(tx, at),
      },
      async started() {
        // Not awaited: it takes seconds of two cores. The calls that waited for the start go first.
        packaging = ctx.clock.setTimeout(() => void agentPackages.prepare(), AFTER_START_MS);
      },
      async stop() {
        packaging?.clear();
        downloads.stop();
        await agentPackages.stop();
      },
      hooks: {
        'patching.agentPackages': async () =>
          agentPackages.list().map(({ signature = null, ...one }) => ({ ...one, signature })),
        // A machine that asks to join is no host yet, so only administrators, who see everything, are told.
        'fleet.collect': async ({ scope }) => ({
          enrollmentsPending: scope === 'all' ? await service.countPending() : 0,
        }),
      },
    };
  },
});
