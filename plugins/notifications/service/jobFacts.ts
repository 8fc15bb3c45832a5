import type { Context, OutboxMessage, Tx } from '#sdk';
import type { HostStanding, HostTrouble, JobFacts } from '#sdk/patching.ts';
import type { JobFact } from '../api.ts';
import { audienceOf, type Told } from '../domain/audience.ts';
import { factOf, isTroubled, MOST_HOSTS, type JobContent } from '../domain/contents.ts';
import { publish, type Edition } from './publish.ts';
import { currentTellings, membershipOf, type Membership } from './tellings.ts';

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
  if (tellings.length === 0) return;
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
  const { jobId, seq, at } = payload;
  const publication = { factKey: keyOf(payload), jobId, jobSeq: seq, at: new Date(at), editions };
  await ctx.tx((tx) => publish(ctx, tx, publication), { name: 'notifications.spread' });
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
  const hosts = seenBy(groupIds);
  const troubled = hosts.filter(isTroubled);
  const shown = troubled.slice(0, MOST_HOSTS);
  const troubles = await ctx.core.patching.troublesOf(
    payload.jobId,
    shown.map(({ hostId }) => hostId),
  );
  const { name, operation, createdByName } = job;
  const { jobId, seq, state, reason } = payload;
  const content: JobContent = {
    fact: factOf(payload.happened, hosts),
    job: { id: jobId, seq, name, operation, state, reason, createdByName },
    hostsTotal: hosts.length,
    hostsCompleted: hosts.filter(({ state }) => state === 'completed').length,
    hostsTroubled: troubled.length,
    troubled: shown.map((host) => troubledHost(host, troubles)),
    groups: members.names(groupIds),
  };
  return { content, groupIds, recipients: some.map(({ recipient }) => recipient) };
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
