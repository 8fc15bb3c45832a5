import { AppError } from '#server/shared/wire/appError.ts';
import { AgentFailure } from '#server/shared/wire/agentFailure.ts';
import { ts } from '#server/kernel/db/database.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { ScheduledRun } from '#server/kernel/scheduler/scheduler.ts';
import type { HostEndpoint } from '../../hosts/api.ts';
import { bySystem } from '../ca/issue.ts';
import type { Retiring } from '../ca/retire.ts';
import { CertificateModel, RotationHostModel, RotationModel } from '../models.ts';
import { inParallel } from '../parallel.ts';
import { type Renewal, renewHost } from '../renewHost.ts';
import type { TrustPusher } from '../trust.ts';
import { audit, endRotation } from './change.ts';
import { addMissing, hostsLeft, seenHosts } from './hosts.ts';

const MAX_AT_ONCE = 8;
const BATCH = 40;
/**
 * Managers learn of a change of the roots within 2 s. Steps that need all managers to know it wait longer than that:
 * the end of the old root this long, the first certificate under the new root FIRST_SETTLE_MS.
 */
export const SETTLE_MS = 30_000;
const FIRST_SETTLE_MS = 6_000;
const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 120_000;

export interface RollOut {
  retiring: Retiring;
  renewal: Renewal;
  trust: TrustPusher;
}

/**
 * One round, on one manager at a time. Each step of a host leaves it reachable and can be repeated without harm, so a
 * manager that is killed in between loses nothing.
 */
export async function rollOut(parts: RollOut, run: ScheduledRun): Promise<void> {
  const { ctx } = parts.renewal;
  const rotation = await underWay(ctx);
  if (!rotation || rotation.paused) return;
  const since = ctx.clock.now().getTime() - rotation.phaseAt.getTime();
  if (rotation.phase === 'finishing') return since < SETTLE_MS ? undefined : complete(parts, rotation);
  await addMissing(ctx);
  if (since >= FIRST_SETTLE_MS) await visitAll(parts, rotation, run);
  if (rotation.phase === 'going_back') await complete(parts, rotation);
}

const underWay = async (ctx: Context): Promise<RotationModel | undefined> =>
  RotationModel.query(ctx.db.knex).where('slot', 1).first();

async function visitAll(parts: RollOut, rotation: RotationModel, run: ScheduledRun): Promise<void> {
  const { ctx } = parts.renewal;
  const due = await RotationHostModel.query(ctx.db.reader)
    .whereNot('state', 'done')
    .where('next_attempt_at', '<=', ts(ctx.clock.now()))
    .orderBy('next_attempt_at');
  if (due.length === 0) return;
  const seen = new Map((await seenHosts(ctx)).map((endpoint) => [endpoint.hostId, endpoint]));
  const hosts = due.flatMap(({ hostId }) => seen.get(hostId) ?? []);
  for (let start = 0; start < hosts.length; start += BATCH) {
    const now = await underWay(ctx);
    if (run.signal.aborted || now?.phase !== rotation.phase || now.paused) return;
    await inParallel(hosts.slice(start, start + BATCH), MAX_AT_ONCE, (host) => visit(parts, rotation, host));
    await run.touch();
  }
}

async function visit(parts: RollOut, rotation: RotationModel, endpoint: HostEndpoint): Promise<void> {
  const { ctx } = parts.renewal;
  const { hostId } = endpoint;
  try {
    await parts.trust.push(endpoint);
    await note(ctx, rotation, hostId, { state: 'trusting' });
    await moveTo(parts.renewal, endpoint, rotation);
    await note(ctx, rotation, hostId, { state: 'done', failures: 0, problem: null });
  } catch (error) {
    ctx.log.info({ error, hostId }, 'a host could not be brought under the root that stays yet');
    await postpone(ctx, rotation, hostId, error).catch((failed: unknown) =>
      ctx.log.warn({ error: failed, hostId }, 'the rotation of a host could not be noted'),
    );
  }
}

/** Goes by the certificate that the agent shows, not by what was sent to it: an answer may have been lost. */
async function moveTo(renewal: Renewal, endpoint: HostEndpoint, rotation: RotationModel): Promise<void> {
  const { ctx, ca, transport } = renewal;
  const { hostId } = endpoint;
  const goesBack = rotation.phase === 'going_back';
  const target = goesBack ? rotation.oldRoot : rotation.newRoot;
  const { serial } = await transport.probe(endpoint);
  const shown = await CertificateModel.query(ctx.db.knex).findOne({ serial });
  if (shown?.issuerId === target)
    await ctx.tx((tx) => ca.supersedeOthers(tx, { hostId, keepId: shown.id }, bySystem), {
      name: 'agents.settleRotation',
    });
  else await renewHost(renewal, hostId, bySystem);
  // Checks that the agent accepts the manager as it will be once the other root is removed.
  if (!goesBack) await transport.probe(endpoint, { asNext: true });
}

type Noted = Partial<Pick<RotationHostModel, 'state' | 'failures' | 'problem' | 'nextAttemptAt'>>;

/** Writes nothing once the phase has changed: a result for one direction says nothing about the other. */
async function note(ctx: Context, rotation: RotationModel, hostId: string, noted: Noted): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const now = await RotationModel.query(tx.knex).findById(rotation.id).forUpdate();
      if (now?.phase !== rotation.phase) return;
      await RotationHostModel.query(tx.knex)
        .where('host_id', hostId)
        .patch({ ...noted, changedAt: ctx.clock.now() });
    },
    { durable: false, name: 'agents.noteRotation' },
  );
}

async function postpone(
  ctx: Context,
  rotation: RotationModel,
  hostId: string,
  error: unknown,
): Promise<void> {
  const row = await RotationHostModel.query(ctx.db.knex).findById(hostId);
  const failures = (row?.failures ?? 0) + 1;
  const waitMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  const known = error instanceof AgentFailure || error instanceof AppError;
  const problem = known ? error.message.slice(0, 500) : 'The manager could not do it; its log says why.';
  const nextAttemptAt = new Date(ctx.clock.now().getTime() + waitMs);
  await note(ctx, rotation, hostId, { failures, problem, nextAttemptAt });
}

/** Ends the rotation if it can: all managers have followed, or no live host depends on the new root any more. */
async function complete(
  { retiring, renewal: { ctx } }: RollOut,
  { id, phase }: RotationModel,
): Promise<void> {
  await ctx.tx(
    async (tx) => {
      const rotation = await RotationModel.query(tx.knex).findById(id).forUpdate();
      if (rotation?.phase !== phase || rotation.slot === null) return;
      if (phase === 'going_back' && (await hostsLeft(ctx, tx)).length > 0) return;
      audit(ctx, tx, bySystem, phase === 'going_back' ? 'gone_back' : 'finished');
      await endRotation(retiring, tx, rotation);
    },
    { name: 'agents.completeRotation' },
  );
}
