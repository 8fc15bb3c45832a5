import type { components } from '../../generated/manager.ts';
import { type Context, paging } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { claimsOf, flagsOf } from './domain.ts';
import { approveIn, denyIn, requirePending } from './service/approve.ts';
import { RequestModel } from './models.ts';
import { twinsOf } from './service/requests.ts';
import { requestToWire } from './wire.ts';

export interface PendingPage {
  /** In wire form. */
  requests: components['schemas']['EnrollmentRequest'][];
  nextCursor: string | null;
}

export interface EnrollmentService {
  /** The requests that wait. Throws VALIDATION_FAILED for a cursor of another list. */
  listPending(page: paging.Query): Promise<PendingPage>;
  countPending(): Promise<number>;
  /** Throws ENROLLMENT_NOT_FOUND, ENROLLMENT_NOT_PENDING, MACHINE_ID_IN_USE. */
  approve(id: string, replace: boolean, by: ActedBy): Promise<void>;
  /** Throws ENROLLMENT_NOT_FOUND, ENROLLMENT_NOT_PENDING. */
  deny(id: string, by: ActedBy): Promise<void>;
}

export function createEnrollmentService(ctx: Context): EnrollmentService {
  const pending = () =>
    RequestModel.query(ctx.db.reader).where('state', 'pending').where('expires_at', '>', ctx.clock.now());
  return {
    async listPending(page) {
      const { rows, nextCursor } = await paging.page(pending(), page);
      const hosts = await ctx.core.hosts.namesakes(claimsOf(rows));
      const now = ctx.clock.now();
      const twins = await twinsOf(ctx.db.reader, rows, now);
      return {
        requests: rows.map((row) => requestToWire(row, now, flagsOf(row, hosts, twins))),
        nextCursor,
      };
    },
    countPending: () => pending().resultSize(),
    async approve(id, replace, by) {
      await ctx.tx(async (tx) => approveIn(ctx, tx, await requirePending(ctx, tx, id), { by, replace }), {
        name: 'approve enrollment',
      });
    },
    async deny(id, by) {
      await ctx.tx(async (tx) => denyIn(ctx, tx, await requirePending(ctx, tx, id), by), {
        name: 'deny enrollment',
      });
    },
  };
}
