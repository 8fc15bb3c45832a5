import { type Context, tables, type Tx } from '#sdk';
import type { Expiry } from '../../certificates/api.ts';
import { audienceOf, type Telling, type Told } from '../domain/audience.ts';
import { MOST_HOSTS, type ExpiryContent } from '../domain/contents.ts';
import { ExpiryModel } from '../models.ts';
import { publish, type Edition } from './publish.ts';
import { currentTellings, membershipOf, type Membership } from './tellings.ts';

/** How many subjects one statement asks for. */
const BATCH = 500;

/**
 * Tells of what ends soon, once for each threshold; all that is due at one time is one message. While nobody is to be
 * told, nothing is noted, so that a later recipient is told then. Every manager calls it, for each shows certificates
 * of its own.
 */
export async function warnOfExpiries(ctx: Context): Promise<void> {
  const certificates = ctx.useIfOn('certificates');
  if (!certificates) return;
  const tellings = (await currentTellings(ctx)).filter(({ facts }) => facts.includes('certificate.expiring'));
  if (tellings.length === 0) return;
  const expiries = await certificates.expiries();
  const known = await toldOf(ctx, expiries);
  const due = expiries.filter((expiry) => !known.has(keyOf(expiry)));
  if (due.length === 0) return;
  const members = await membershipOf(ctx, {
    groupIds: tellings.flatMap(({ groupIds }) => groupIds),
    hostIds: due.flatMap(({ hostId }) => hostId ?? []),
  });
  await tell(ctx, { due, tellings, members });
}

interface Warning {
  due: readonly Expiry[];
  tellings: readonly Telling[];
  members: Membership;
}

async function tell(ctx: Context, { due, tellings, members }: Warning): Promise<void> {
  // The authority belongs to no group.
  const seenBy = (groupIds: readonly string[] | null): Expiry[] =>
    due.filter(({ hostId }) => (hostId === null ? groupIds === null : members.has(hostId, groupIds)));
  const told = audienceOf(tellings, (groupIds) =>
    seenBy(groupIds).length === 0 ? null : 'certificate.expiring',
  );
  const editions: Edition[] = [];
  const seen = new Set<Expiry>();
  for (const [, some] of Map.groupBy(told, ({ groupIds }) => (groupIds ?? ['all hosts']).join(' '))) {
    const theirs = seenBy(some[0]?.groupIds ?? null);
    for (const expiry of theirs) seen.add(expiry);
    editions.push(editionOf(theirs, some, members));
  }
  const noted = [...seen];
  if (noted.length === 0) return;
  const now = ctx.clock.now();
  const factKey = `expiry ${noted.map(keyOf).sort().join(' ')}`;
  await ctx.tx(
    async (tx) => {
      // Another manager was first; what that one did not see is told of in the next round.
      if (await isKnown(tx, noted)) return;
      const rows = noted.map(({ subject, threshold, endsAt }) => ({
        subject,
        threshold,
        endsAt,
        createdAt: now,
      }));
      await tables.insertModels(ExpiryModel, tx.knex, rows);
      await publish(ctx, tx, { factKey, jobId: null, jobSeq: null, at: now, editions });
    },
    { name: 'notifications.warnOfExpiries' },
  );
}

function editionOf(expiries: readonly Expiry[], some: readonly Told[], members: Membership): Edition {
  const groupIds = some[0]?.groupIds ?? null;
  const content: ExpiryContent = {
    fact: 'certificate.expiring',
    items: expiries.slice(0, MOST_HOSTS).map(({ kind, name, hostId, endsAt, daysLeft, threshold, todo }) => ({
      kind,
      name,
      hostId,
      endsAt: endsAt.toISOString(),
      daysLeft,
      hasEnded: threshold === 0,
      todo,
    })),
    total: expiries.length,
    groups: members.names(groupIds),
  };
  return { content, groupIds, recipients: some.map(({ recipient }) => recipient) };
}

const keyOf = ({ subject, threshold }: Pick<Expiry, 'subject' | 'threshold'>): string =>
  `${subject} ${threshold}`;

async function toldOf({ db }: Pick<Context, 'db'>, expiries: readonly Expiry[]): Promise<Set<string>> {
  const told = new Set<string>();
  for (let at = 0; at < expiries.length; at += BATCH) {
    const subjects = expiries.slice(at, at + BATCH).map(({ subject }) => subject);
    const rows = await ExpiryModel.query(db.reader).whereIn('subject', subjects);
    for (const row of rows) told.add(keyOf(row));
  }
  return told;
}

/** Whether one of these warnings is noted; waits for a manager that is about to note one. */
async function isKnown(tx: Tx, expiries: readonly Expiry[]): Promise<boolean> {
  const wanted = new Set(expiries.map(keyOf));
  for (let at = 0; at < expiries.length; at += BATCH) {
    const subjects = expiries.slice(at, at + BATCH).map(({ subject }) => subject);
    const rows = await ExpiryModel.query(tx.knex).whereIn('subject', subjects).forUpdate();
    if (rows.some((row) => wanted.has(keyOf(row)))) return true;
  }
  return false;
}
