import { isUniqueViolation } from '#server/kernel/db/database.ts';
import { rowWith } from '#server/kernel/db/model.ts';
import { tagInTheWay, tagsAtReboot, takenText, unwellInTheWay, unwellText } from '../domain/hostTags.ts';
import type { JobHostModel } from '../models.ts';
import type { HostInfo, HostsPort } from '../ports.ts';
import { withJob, type JobDeps, type JobTx } from '../service/jobTx.ts';
import { claimsOf, takeTags } from '../service/tagClaims.ts';
import type { HostWork } from './hostWork.ts';
import { LeaseLost } from './leaseLost.ts';
import type { RebootVerdict } from './rebootGate.ts';

export interface RebootTagsDeps {
  ctx: JobDeps;
  hosts: Pick<HostsPort, 'unwellWith'>;
  /** Undefined: the host was deleted. */
  hostOf(hostId: string): Promise<HostInfo | undefined>;
  /** Runs a write of a host's row while no other is under way. */
  alone<T>(write: () => Promise<T>): Promise<T>;
}

/**
 * Claims the tags that the restart of a host needs, or says which host is in the way. Calling it again is harmless:
 * the host keeps the tags that it holds until its work has ended.
 */
export async function takeRebootTags(deps: RebootTagsDeps, work: HostWork): Promise<RebootVerdict> {
  const host = await deps.hostOf(work.row.hostId);
  const held = work.row.heldTags ?? [];
  const wanted = tagsAtReboot(host?.tags ?? []).filter((tag) => !held.includes(tag));
  if (wanted.length === 0) return { verdict: 'go' };
  const unwell = unwellInTheWay(wanted, await deps.hosts.unwellWith(wanted), work.row.hostId);
  if (unwell) return hold('TAG_UNHEALTHY', unwellText(unwell.tag, unwell.host));
  try {
    return await deps.alone(() => take(deps, work, wanted));
  } catch (error) {
    // Another manager claimed the tag first; the next try sees for which host.
    if (isUniqueViolation(error)) return hold('TAG_TAKEN', 'Another host has just taken a tag of this one.');
    throw error;
  }
}

async function take({ ctx }: RebootTagsDeps, work: HostWork, wanted: string[]): Promise<RebootVerdict> {
  const options = { name: 'patching.takeTags' };
  const taken = await withJob(ctx, work.row.jobId, options, (jobTx) => takeIn(jobTx, work.row, wanted));
  if (!taken) throw new LeaseLost();
  if ('verdict' in taken) return taken;
  work.row = taken;
  return { verdict: 'go' };
}

/** Null: the lease was lost. */
async function takeIn(
  jobTx: JobTx,
  row: JobHostModel,
  wanted: readonly string[],
): Promise<JobHostModel | RebootVerdict | null> {
  const { knex } = jobTx.tx;
  const other = tagInTheWay(wanted, await claimsOf(knex, wanted), row.id);
  if (other) return hold('TAG_TAKEN', takenText(other));
  const set = { heldTags: [...(row.heldTags ?? []), ...wanted] };
  if (!(await jobTx.updateOwn(row, set))) return null;
  const claims = wanted.map((tag) => ({ tag, rowId: row.id, fqdn: row.fqdn }));
  await takeTags(knex, claims, jobTx.now);
  return rowWith(row, set, { updatedAt: jobTx.now });
}

const hold = (reason: string, message: string): RebootVerdict => ({
  verdict: 'hold',
  set: { reason, message, nextAttemptAt: null },
  until: null,
});
