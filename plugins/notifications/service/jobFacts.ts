import type { Context, OutboxMessage, Tx } from '#sdk';
import type { HostStanding, HostTrouble, JobFacts } from '#sdk/patching.ts';
import type { JobFact } from '../api.ts';
import { audienceOf, type Told } from '../domain/audience.ts';
import { factOf, isTroubled, MOST_HOSTS, type JobContent } from '../domain/contents.ts';
import { publish, type Edition } from './publish.ts';
import { currentTellings, membershipOf, type Membership } from './tellings.ts';
import { endWatches, isWatched, watchersOf, type Watcher } from './watches.ts';

/** An agent's message can be as long as a log. */
const MAX_MESSAGE = 300;

/**
 * Call it in the transaction of the job's end or pause: it commits with that. A plan changes nothing that somebody must
 * hear of.
 */
export async function noteJobFact(
  ctx: Context,
  tx: Tx,
  { jobId, happened }: Pick<JobFact, 'jobId' | 'happened'>,
): Promise<void> {
  const facts = await ctx.core.patching.jobIn(tx, jobId);
  if (!facts || facts.isDryRun) return;
  const { state, reason, seq } = facts;
  const at = ctx.clock.now().toISOString();
  const payload: JobFact = { happened, jobId, state, reason, seq, at };
  await ctx.outbox.write(tx, 'notifications.jobFact', { key: keyOf(payload), payload });
}

const keyOf = ({ jobId, seq, happened }: JobFact): string => `job ${jobId} ${seq} ${happened}`;

/** Finds out who is told of the fact, and writes each message once. It runs at least once. */
export async function spreadJobFact(ctx: Context, { payload }: OutboxMessage<JobFact>): Promise<void> {
  const tellings = await currentTellings(ctx);
  const hasWatchers = payload.happened === 'ended' && (await isWatched(ctx, payload));
  if (tellings.length === 0 && !hasWatchers) return;
  const job = await ctx.tx((tx) => ctx.core.patching.jobIn(tx, payload.jobId), {
    name: 'notifications.readJob',
  });
  // The job was deleted meanwhile, by its retention: nobody can look at it any more.
  if (!job) return;
  const standings = await ctx.core.patching.standingsOf(payload.jobId);
  const members = await membershipOf(ctx, {
    groupIds: tellings.flatMap(({ groupIds }) => groupIds),
    hostIds: standings.map(({ hostId }) => hostId),
  });
  const seenBy = (groupIds: readonly string[] | null): HostStanding[] =>
    standings.filter(({ hostId }) => members.has(hostId, groupIds));
  const told = audienceOf(tellings, (groupIds) => {
    const hosts = seenBy(groupIds);
    return hosts.length === 0 ? null : factOf(payload.happened, hosts);
  });
  const editions: Edition[] = [];
  for (const [, some] of Map.groupBy(told, ({ groupIds }) => (groupIds ?? ['all hosts']).join(' ')))
    editions.push(await editionOf(ctx, { payload, job, members, some, seenBy }));
  // After the others: whom a rule tells of all hosts is told that.
  const watchers = hasWatchers ? await watchersOf(ctx, payload, standings) : [];
  for (const watcher of watchers) editions.push(await watcherEdition(ctx, { payload, job, watcher }));
  const { jobId, seq, at } = payload;
  const publication = { factKey: keyOf(payload), jobId, jobSeq: seq, at: new Date(at), editions };
  const tell = async (tx: Tx): Promise<void> => {
    await publish(ctx, tx, publication);
    if (hasWatchers) await endWatches(tx, payload);
  };
  await ctx.tx(tell, { name: 'notifications.spread' });
}

/** What somebody who waits for the end of a job is told: of the hosts that the account may see. */
async function watcherEdition(
  ctx: Context,
  { payload, job, watcher }: { payload: JobFact; job: JobFacts; watcher: Watcher },
): Promise<Edition> {
  const { accountId, address, hosts, seesAll } = watcher;
  return {
    content: await contentOf(ctx, { payload, job, hosts, groups: [] }),
    groupIds: seesAll ? null : ['account', accountId],
    recipients: [{ channel: 'mail', address }],
  };
}

interface EditionParts {
  payload: JobFact;
  job: JobFacts;
  members: Membership;
  /** Recipients who see the same hosts. */
  some: readonly Told[];
  seenBy(groupIds: readonly string[] | null): HostStanding[];
}

async function editionOf(ctx: Context, parts: EditionParts): Promise<Edition> {
  const { payload, job, members, some, seenBy } = parts;
  const groupIds = some[0]?.groupIds ?? null;
  const groups = members.names(groupIds);
  const content = await contentOf(ctx, { payload, job, hosts: seenBy(groupIds), groups });
  return { content, groupIds, recipients: some.map(({ recipient }) => recipient) };
}

interface ContentParts {
  payload: JobFact;
  job: JobFacts;
  hosts: readonly HostStanding[];
  /** Names of the groups that the message is limited to. */
  groups: string[];
}

async function contentOf(ctx: Context, { payload, job, hosts, groups }: ContentParts): Promise<JobContent> {
  const troubled = hosts.filter(isTroubled);
  const shown = troubled.slice(0, MOST_HOSTS);
  const troubles = await ctx.core.patching.troublesOf(
    payload.jobId,
    shown.map(({ hostId }) => hostId),
  );
  const { name, operation, createdByName } = job;
  const { jobId, seq, state, reason } = payload;
  return {
    fact: factOf(payload.happened, hosts),
    job: { id: jobId, seq, name, operation, state, reason, createdByName },
    hostsTotal: hosts.length,
    hostsCompleted: hosts.filter(({ state }) => state === 'completed').length,
    hostsTroubled: troubled.length,
    troubled: shown.map((host) => troubledHost(host, troubles)),
    groups,
  };
}

function troubledHost(
  { hostId, fqdn, state, reason }: HostStanding,
  troubles: ReadonlyMap<string, HostTrouble>,
): JobContent['troubled'][number] {
  const trouble = troubles.get(hostId);
  const message = trouble?.message ?? '';
  const cut = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message;
  return { hostId, fqdn, state, code: trouble?.code ?? reason, message: cut };
}
