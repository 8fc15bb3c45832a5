import type { components } from '../../generated/manager.ts';
import type { ActedBy, Context } from '../../server/plugin.ts';
import { approveIn, denyIn, requirePending } from './service/approve.ts';
import { RequestModel } from './models.ts';
import { requestToWire } from './wire.ts';

declare module '../../server/kernel/events.ts' {
  interface Events {
    /** A host asks to join; `request` as administrators' lists show it. */
    'enrollment.requestCreated': { request: components['schemas']['EnrollmentRequest'] };
    /** The agent has had its certificate for a moment, and the host is due: sweep now. */
    'enrollment.certificateFetched': { hostId: string };
  }
}

/** What the contract lets the list hold. */
const MAX_LISTED = 10_000;

export interface EnrollmentService {
  /** All that wait, oldest first, in wire form. */
  listPending(): Promise<components['schemas']['EnrollmentRequest'][]>;
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
    async listPending() {
      const now = ctx.clock.now();
      const rows = await pending().orderBy('created_at').orderBy('id').limit(MAX_LISTED);
      const live = await liveMachineIds(ctx, new Set(rows.map((row) => row.machineId)));
      return rows.map((row) => requestToWire(row, now, live.has(row.machineId)));
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

async function liveMachineIds(ctx: Context, ids: ReadonlySet<string>): Promise<Set<string>> {
  const live = new Set<string>();
  if (ids.size === 0) return live;
  await ctx.tx(
    async (tx) => {
      for (const id of ids) if (await ctx.core.hosts.findByMachineId(tx, id)) live.add(id);
    },
    { durable: false, name: 'list enrollments' },
  );
  return live;
}
