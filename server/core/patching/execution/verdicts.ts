import { isDeepStrictEqual } from 'node:util';
import { MOST_MESSAGE_CHARS } from '../domain/decide.ts';
import { tagsAtStart, unwellInTheWay, unwellText } from '../domain/hostTags.ts';
import type { BeforeHostAnswer, JobHolder } from '../events.ts';
import type { JobHostState } from '../domain/jobHostStates.ts';
import type { JobHostModel, JobModel } from '../models.ts';
import type { HostInfo } from '../ports.ts';
import { askBeforeHosts, deciding, questionOf, type Said } from './gates.ts';
import type { EngineDeps } from './deps.ts';

/** What to do with a waiting host. */
export type Verdict = { to: 'dispatching'; host: HostInfo } | HeldBack;

/** `gated`: its gates are asked again, at `until` if they named a time. `holds`: what the gate names. */
export interface HeldBack {
  to: NotStarted;
  set: Partial<JobHostModel>;
  gated?: { until?: Date };
  holds?: readonly JobHolder[];
}

type NotStarted = Exclude<JobHostState, 'dispatching'>;

export interface Judged {
  row: JobHostModel;
  verdict: Verdict;
}

export interface HostsToJudge {
  job: JobModel;
  rows: readonly JobHostModel[];
  /** By id; a host that was deleted is missing. */
  hosts: ReadonlyMap<string, HostInfo>;
  /** By the database's clock. */
  now: Date;
}

/**
 * Whether the work on these hosts may start: first by each host's own state, then by the gates, which are asked about
 * all of them by one question (not for dry runs), then by hosts that share a tag and are unwell.
 */
export async function judgeHosts(
  deps: Pick<EngineDeps, 'ctx' | 'reasons' | 'hosts'>,
  which: HostsToJudge,
): Promise<Judged[]> {
  return withoutUnwell(deps, which, await judgeByGates(deps, which));
}

/** A host that an unwell one holds back is looked at again after this time. */
const LOOK_AGAIN_MS = 30_000;

/** Holds back the hosts that share a tag with an unwell host. Rollbacks are not held back: they repair hosts. */
async function withoutUnwell(
  { hosts }: Pick<EngineDeps, 'hosts'>,
  { job, now }: HostsToJudge,
  judged: Judged[],
): Promise<Judged[]> {
  const { operation, spec } = job;
  const wantedBy = ({ tags }: HostInfo): string[] => tagsAtStart(tags, { operation, dryRun: spec.dryRun });
  const wanted = judged.flatMap(({ verdict }) =>
    verdict.to === 'dispatching' ? wantedBy(verdict.host) : [],
  );
  if (wanted.length === 0 || operation === 'rollback') return judged;
  const unwell = await hosts.unwellWith([...new Set(wanted)]);
  return judged.map(({ row, verdict }) => {
    const other =
      verdict.to === 'dispatching' ? unwellInTheWay(wantedBy(verdict.host), unwell, row.hostId) : null;
    if (!other) return { row, verdict };
    const message = unwellText(other.tag, other.host).slice(0, MOST_MESSAGE_CHARS);
    const nextAttemptAt = new Date(now.getTime() + LOOK_AGAIN_MS);
    const free = { gatedBy: null, gatedSince: null };
    const set = { reason: 'TAG_UNHEALTHY', message, nextAttemptAt, ...free };
    return { row, verdict: { to: 'pending', set, holds: [{ kind: 'tag', id: null, name: other.tag }] } };
  });
}

async function judgeByGates(
  deps: Pick<EngineDeps, 'ctx' | 'reasons'>,
  { job, rows, hosts, now }: HostsToJudge,
): Promise<Judged[]> {
  const first = rows.map((row) => ({ row, verdict: ownVerdict(hosts.get(row.hostId)) }));
  const asked = first.filter(({ verdict }) => verdict.to === 'dispatching').map(({ row }) => row);
  if (asked.length === 0 || !isGated(job)) return first;
  const questions = asked.map((row) => questionOf({ row, job }));
  const suspects = asked.filter(({ reason }) => reason === 'GATE_FAILED').map(({ hostId }) => hostId);
  const said = await askBeforeHosts(deps, questions, new Set(suspects));
  return first.map(({ row, verdict }) => {
    const one = said.get(row.hostId);
    if (verdict.to !== 'dispatching' || !one) return { row, verdict };
    if (one.failure) return { row, verdict: unasked(row, one.failure) };
    return { row, verdict: gateVerdict(one.answers, row, now) ?? verdict };
  });
}

/** What would hold a host back, each gate by itself; empty: nothing would. */
export interface Foreseen {
  row: JobHostModel;
  verdicts: HeldBack[];
}

/**
 * Judges hosts of a job that is not written, as `judgeHosts` does, but tells what every gate says and not only what
 * decides: whoever looks at a job wants to know of its window although it needs an approval first. `now`: when the hosts
 * would start.
 */
export async function foreseeHosts(
  deps: Pick<EngineDeps, 'ctx' | 'reasons' | 'hosts'>,
  which: HostsToJudge,
): Promise<Foreseen[]> {
  const { job, rows, hosts, now } = which;
  const first = rows.map((row) => ({ row, verdict: ownVerdict(hosts.get(row.hostId)) }));
  const asked = first.filter(({ verdict }) => verdict.to === 'dispatching').map(({ row }) => row);
  const questions = asked.map((row) => ({ ...questionOf({ row, job }), previewAt: now }));
  const said = await askBeforeHosts(deps, isGated(job) ? questions : []);
  const gated = first.map(({ row, verdict }) => {
    const one = said.get(row.hostId);
    if (!one || verdict.to !== 'dispatching') return [];
    if (one.failure) return [unasked(row, one.failure)];
    return one.answers.flatMap((answer) => gateVerdict([answer], row, now) ?? []);
  });
  const tagged = await withoutUnwell(deps, which, first);
  return tagged.map(({ row, verdict }, index) => ({
    row,
    verdicts: [...(gated[index] ?? []), ...(verdict.to === 'dispatching' ? [] : [verdict])],
  }));
}

/** Gates hold back neither dry runs, which change nothing, nor rollbacks, which repair hosts. */
const isGated = ({ spec, operation }: JobModel): boolean => !spec.dryRun && operation !== 'rollback';

function ownVerdict(host: HostInfo | undefined): Verdict {
  if (!host) return { to: 'skipped', set: { reason: 'HOST_REMOVED' } };
  if (host.duplicateIdentity)
    return refused('DUPLICATE_IDENTITY', 'The host was seen at two addresses at once.');
  if (host.maintenanceMode) return { to: 'skipped', set: { reason: 'MAINTENANCE_MODE' } };
  return { to: 'dispatching', host };
}

/** The host stays in its state, because a gate failed and nothing is known about the host. */
const unasked = (row: JobHostModel, { code, message }: { code: string; message: string }): HeldBack => ({
  to: row.state as NotStarted,
  set: { reason: code, message, nextAttemptAt: null, windowEndAt: null },
  gated: {},
});

/** Null: all gates are open. */
function gateVerdict(said: readonly Said<BeforeHostAnswer>[], row: JobHostModel, now: Date): HeldBack | null {
  const decided = deciding(said);
  if (!decided) return null;
  const { by, answer, message } = decided;
  const { reason, holds } = answer;
  if (answer.verdict === 'refuse') return { ...refused(reason, message), holds };
  if (answer.verdict === 'skip') return { to: 'skipped', set: { reason, message }, holds };
  const { state, until, windowEndsAt } = answer;
  // The opening time of a window is shown; the time of a check's next question is of no interest and changes often.
  const nextAttemptAt = (state === 'waiting_window' && until) || null;
  const windowEndAt = (nextAttemptAt && windowEndsAt) || null;
  const set = { reason, message, nextAttemptAt, windowEndAt, ...holderOf(row, { by, holds }, now) };
  return { to: state, set, gated: { until }, holds };
}

const MOST_HOLDERS = 5;

/** The plugin whose gate holds the host, since when, and what it names; the same plugin goes on holding it. */
export const holderOf = (
  row: JobHostModel,
  { by, holds }: { by: string; holds?: readonly JobHolder[] },
  now: Date,
): Partial<JobHostModel> => ({
  heldBy: holds && holds.length > 0 ? holds.slice(0, MOST_HOLDERS) : null,
  ...(row.gatedBy === by ? {} : { gatedBy: by, gatedSince: now }),
});

const refused = (code: string, message: string): HeldBack => ({
  to: 'failed',
  set: { reason: code, error: { code, message: message.slice(0, MOST_MESSAGE_CHARS), retryable: false } },
});

/** Whether anybody could see the change: the same answer, asked for twice a minute, is not written again. */
export function isNews(row: JobHostModel, to: JobHostState, set: Partial<JobHostModel>): boolean {
  const { reason = row.reason, message = row.message, nextAttemptAt = row.nextAttemptAt } = set;
  const { gatedBy = row.gatedBy, windowEndAt = row.windowEndAt, heldBy = row.heldBy } = set;
  return (
    to !== row.state ||
    reason !== row.reason ||
    message !== row.message ||
    gatedBy !== row.gatedBy ||
    !isDeepStrictEqual(heldBy ?? null, row.heldBy ?? null) ||
    nextAttemptAt?.getTime() !== row.nextAttemptAt?.getTime() ||
    windowEndAt?.getTime() !== row.windowEndAt?.getTime()
  );
}
