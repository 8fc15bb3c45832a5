import { type Context, type HostScope, paging, tables } from '#sdk';
import type { HostFacts } from '#sdk/hosts.ts';
import { MOST_CHANGES_A_DAY, type Change } from '../domain/difference.ts';
import { inflated } from '../domain/list.ts';
import { statesOf, type ListState } from './read.ts';

/** One list of a host that differed from the one before. */
export interface HostChange {
  id: string;
  at: Date;
  changes: Change[];
  total: number;
}

const MOST_SHOWN = 100;
/** The most changes that are kept of a host. */
const MOST_OF_HOST = 300;

interface Asked extends paging.Query {
  hostId: string;
  /** Only changes of this package. */
  name?: string;
}

/** Throws HOST_NOT_FOUND. */
export async function listHostChanges(
  ctx: Context,
  { hostId, name, ...query }: Asked,
  scope: HostScope,
): Promise<{ changes: HostChange[]; total: number; nextCursor: string | null; state: ListState }> {
  await ctx.core.hosts.require(hostId, scope);
  const state = (await statesOf(ctx, [hostId])).get(hostId) ?? { hostId, row: null };
  // Their bodies, which are large, are read for one page alone; but for one package of all of them: most are the same as
  // those of other hosts.
  const rows = (await ctx.db
    .reader('packages_changes')
    .where('host_id', hostId)
    .orderBy('at', 'desc')
    .limit(MOST_OF_HOST)
    .select('id', 'at', 'diff_id', 'left_out')) as ChangeRow[];
  const pageOf = <Row extends { id: string; at: unknown }>(of: readonly Row[]): paging.Page<Row> =>
    paging.pageIn(of, query, ({ id, at }) => [timeOf(at), id]);
  if (name !== undefined) {
    const { rows: changes, ...page } = pageOf(await withChanges(ctx, rows, name));
    return { changes, ...page, state };
  }
  const { rows: shown, ...page } = pageOf(rows);
  return { changes: await withChanges(ctx, shown, name), ...page, state };
}

const timeOf = (at: unknown): Date => (at instanceof Date ? at : new Date(Number(at)));

interface ChangeRow {
  id: string;
  at: unknown;
  diff_id: number;
  left_out?: number;
}

async function withChanges(
  ctx: Context,
  rows: readonly ChangeRow[],
  name: string | undefined,
): Promise<HostChange[]> {
  const ids = [...new Set(rows.map((row) => Number(row.diff_id)))];
  const diffs = (await ctx.db.reader('packages_diffs').whereIn('id', ids).select('id', 'body')) as {
    id: number;
    body: Uint8Array;
  }[];
  const byId = new Map(
    diffs.map(({ id, body }): [number, Change[]] => {
      const all = JSON.parse(inflated(body)) as Change[];
      return [Number(id), name === undefined ? all : all.filter((change) => change.name === name)];
    }),
  );
  return rows.flatMap(({ id, at, diff_id: diffId, left_out: leftOut }): HostChange[] => {
    const changes = byId.get(Number(diffId)) ?? [];
    const total = changes.length + (name === undefined ? (leftOut ?? 0) : 0);
    if (total === 0) return [];
    return [{ id, at: timeOf(at), changes: changes.slice(0, MOST_SHOWN), total }];
  });
}

/** Problems of hosts whose changes of the last day are not all in the history, for the hook `hosts.describe`. */
export async function cutProblems(
  { db, clock }: Context,
  hosts: readonly { id: string }[],
): Promise<ReadonlyMap<string, HostFacts>> {
  const hostIds = hosts.map(({ id }) => id);
  const day = { table: 'packages_changes', hostIds, at: 'at', now: clock.now(), sum: 'left_out' };
  const cut = [...(await tables.broughtInADay(db.reader, day))].filter(([, leftOut]) => leftOut > 0);
  return new Map(
    cut.map(([id, leftOut]) => [
      id,
      { problems: [{ code: 'PACKAGE_CHANGES_CUT', message: messageOf(leftOut) }] },
    ]),
  );
}

const messageOf = (leftOut: number): string =>
  `More packages changed on the host within a day than are recorded per host: ${leftOut} changes are missing from its history (at most ${MOST_CHANGES_A_DAY} a day). The list of what is installed is whole. If its agent makes them up, revoke the host.`;
