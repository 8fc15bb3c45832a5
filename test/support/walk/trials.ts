/** Calls that ask what they would do (`validate_only`), and names that are taken. */
import { isDeepStrictEqual } from 'node:util';
import { tablesOf } from '#server/kernel/db/migrateTables.ts';
import type { PluginTest } from '#sdk/testing.ts';
import type { Answer } from './judge.ts';
import type { Call, Walker } from './walker.ts';

/** Tables that change by themselves: leases, and what is noted of those who call. */
const RESTLESS = /^(kernel_(managers|scheduler|jobs|locks|rate)|agenda|identity_(sessions|refresh))/;

type Rows = ReadonlyMap<string, unknown>;

/** All rows of the database, but for those that change by themselves. */
async function rowsOf({ ctx: { db } }: Pick<PluginTest, 'ctx'>): Promise<Rows> {
  const found = new Map<string, unknown>();
  for (const table of [...(await tablesOf(db.knex, db.dialect))].sort()) {
    if (RESTLESS.test(table)) continue;
    const rows = (await db.knex(table)) as object[];
    found.set(table, rows.map((row) => JSON.stringify(row)).sort());
  }
  return found;
}

/** So often is asked, since the manager's own work changes rows now and then. */
const TIMES = 4;

/** The tables that the work changes each time that it is done. */
export async function changedBy(
  kit: Pick<PluginTest, 'ctx'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  let changed: string[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const before = await rowsOf(kit);
    await work();
    const after = await rowsOf(kit);
    changed = [...before.keys()].filter((table) => !isDeepStrictEqual(before.get(table), after.get(table)));
    if (changed.length === 0) return [];
  }
  return changed;
}

/** Asks what the call would do, and reports a deviation where that has changed anything. */
export async function tryOut(
  { walker, kit }: { walker: Walker; kit: PluginTest },
  operationId: string,
  call: Call,
): Promise<Answer> {
  const asked = { ...call, query: { ...call.query, validate_only: true } };
  let answer: Answer | null = null;
  const changed = await changedBy(kit, async () => {
    answer = await walker.call(operationId, asked);
  });
  if (changed.length > 0) walker.deviations.add(`${operationId}: a trial has written to ${changed.join()}`);
  return answer ?? walker.call(operationId, asked);
}

/** Reports a deviation where the call was answered other than its trial, but for what is made anew each time. */
export function compareTried(walker: Walker, operationId: string, [tried, done]: [Answer, Answer]): void {
  const [said, was] = [tried, done].map(({ status, body }) => `${status} ${lasting(body)}`);
  if (said !== was) walker.deviations.add(`${operationId}: its trial answered ${said}, and not ${was}`);
}

const MADE_ANEW = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|whsec_[\w+/=]+/g;
const lasting = (body: unknown): string => JSON.stringify(body ?? null).replaceAll(MADE_ANEW, '#');

/** Things that have names of small letters alone. */
const SMALL: readonly string[] = ['createRole', 'createServiceAccount'];

/** Asks again for a file that the caller has. */
export async function sendNothingTwice(walker: Walker, operationId: string, call: Call): Promise<void> {
  const etag = (await walker.call(operationId, call)).headers.get('etag');
  const headers = { ...call.headers, 'If-None-Match': etag ?? '"none"' };
  const { status } = await walker.call(operationId, { ...call, headers });
  walker.valid.set(operationId, call);
  if (status !== 304) walker.deviations.add(`${operationId}: ${status} for a tag that it just gave`);
}

/** Makes the call of a thing again, whose name is taken by now, also in other letters. */
export async function refuseTaken(walker: Walker, operationId: string, call: Call): Promise<void> {
  const { name } = call.body as { name: string };
  const again = {
    ...call,
    body: { ...(call.body as object), name: SMALL.includes(operationId) ? name : name.toUpperCase() },
  };
  const { 'Idempotency-Key': _key, ...headers } = call.headers ?? {};
  for (const [code, more] of [
    ['NAME_TAKEN', {}],
    ['PRECONDITION_FAILED', { 'If-None-Match': '*' }],
  ] as const) {
    const answer = await walker.call(operationId, { ...again, headers: { ...headers, ...more } });
    const { details } = (answer.body as { error?: { details?: { id?: string } } }).error ?? {};
    if (answer.code !== code || details?.id === undefined)
      walker.deviations.add(`${operationId}: ${answer.status} ${answer.code ?? ''} for a name that is taken`);
  }
}
