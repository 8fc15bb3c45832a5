import type { Knex } from 'knex';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Held, JobHolder } from '../events.ts';
import { isJobEnded } from '../domain/jobStates.ts';
import { GATED_STATES, type JobHostState } from '../domain/jobHostStates.ts';
import { JobHostModel, type JobModel } from '../models.ts';
import { seenOnly, type Sight } from './visibility.ts';

/** The most that an answer names; those that hold the most hosts come first. */
const MOST = 50;

export interface Group {
  state: JobHostState;
  reason: string | null;
  heldBy: readonly JobHolder[] | null;
  waitsForTag: string | null;
  /** One of the hosts. */
  hostId: string;
  fqdn: string;
  nextAttemptAt: Date | null;
  hosts: number;
}

/** What holds a job now, with the hosts of it that the caller may see. */
export async function holdersOf(ctx: Context, job: HeldJob, sight: Sight): Promise<Held[]> {
  const asked = await ctx.hooks.ask('patching.holders', { jobId: job.id }).catch((error: unknown) => {
    ctx.log.warn({ error, jobId: job.id }, 'a plugin could not say what holds a job');
    return [];
  });
  const own = await hostsHeld(ctx.db.reader, job, sight);
  return [...own, ...asked.flatMap(({ answer }) => answer.holders)].slice(0, MOST);
}

type HeldJob = Pick<JobModel, 'id' | 'state' | 'scheduleAt' | 'hostsTotal'>;

/** A few groups of rows, however many hosts there are. */
async function hostsHeld(knex: Knex, job: HeldJob, sight: Sight): Promise<Held[]> {
  if (isJobEnded(job.state)) return [];
  if (job.state === 'scheduled')
    return [
      { kind: 'schedule', id: null, name: null, reason: null, until: job.scheduleAt, hosts: job.hostsTotal },
    ];
  const held = JobHostModel.query(knex)
    .where('job_id', job.id)
    .where((waiting) => {
      waiting.whereIn('state', [...GATED_STATES, 'retry_wait']);
      waiting.orWhere(
        (busy) => void busy.where('state', 'pending').whereIn('reason', [...OF_HOSTS, ...OF_TAGS]),
      );
      waiting.orWhere((restart) => void restart.where('state', 'rebooting').whereNotNull('gated_by'));
    });
  const rows = await seenOnly(held, knex, sight)
    .select('state', 'reason', 'held_by', 'waits_for_tag', knex.raw(OF_GROUP))
    .groupBy('state', 'reason', 'held_by', 'waits_for_tag')
    .orderBy('hosts', 'desc')
    .limit(MOST);
  return (rows as unknown as Group[]).flatMap(heldIn);
}

const OF_GROUP =
  'min(host_id) as host_id, min(fqdn) as fqdn, min(next_attempt_at) as next_attempt_at, count(*) as hosts';

/** What a gate that names nothing holds by; `skipped` and `failed`: of a job that is only looked at. */
const KINDS: Readonly<Partial<Record<JobHostState, JobHolder['kind']>>> = {
  waiting_health_check: 'check',
  skipped: 'other',
  failed: 'other',
};
const OF_TAGS: readonly string[] = ['TAG_TAKEN', 'TAG_UNHEALTHY'];
const OF_HOSTS: readonly string[] = ['HOST_BUSY', 'GATE_FAILED'];

/** What holds these hosts: what its gate named, or else what their state and reason tell. */
export function heldIn({
  state,
  reason,
  heldBy,
  waitsForTag,
  hostId,
  fqdn,
  nextAttemptAt,
  hosts,
}: Group): Held[] {
  const count = Number(hosts);
  const more = { reason, until: nextAttemptAt, hosts: count };
  if (OF_TAGS.includes(reason ?? '')) return [{ kind: 'tag', id: null, name: waitsForTag, ...more }];
  if (state === 'pending' || state === 'retry_wait') {
    const only = count === 1 ? { id: hostId, name: fqdn } : { id: null, name: null };
    return [{ kind: 'host', ...only, ...more }];
  }
  if (heldBy && heldBy.length > 0) return heldBy.map((one) => ({ ...one, ...more }));
  return [{ kind: KINDS[state] ?? 'window', id: null, name: null, ...more }];
}
