/** Calls by an operator who may see half of a fleet, and the checks on their answers. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '#generated/manager.ts';
import { managerOperations } from '#generated/managerOperations.ts';
import { installed, known, readAll, tell } from '#plugins/packages/packages.testing.ts';
import type { HostScope } from '#sdk';
import type { PluginTest, TestAnswer, TestHost } from '#sdk/testing.ts';

export type Schemas = components['schemas'];
export type Job = Schemas['Job'];

/**
 * Who is kept to half of the fleet: an operator, who calls with a session; or an API token of an operator who sees all.
 */
export type Limited = 'an operator' | 'a tool';

/** What the suite of scopes works on: a manager with a fleet, of which its operator sees half. */
export interface Fleet {
  kit: PluginTest;
  /** A bearer token that is valid now: the administrator's, or that of the operator or the operator's tool. */
  bearer(role: CallerRole): Promise<string>;
  limited: Limited;
  /** Limits the operator, or the tool, to these groups; null: no limit. */
  keepTo(groupIds: string[] | null): Promise<void>;
  /** The operator's scope by the word of a plugin besides `users`; changed by tests of the scope itself. */
  scope: HostScope;
  mine: [TestHost, TestHost];
  theirs: [TestHost, TestHost];
  /**
   * By rule: `mine` is the operator's scope, `everybody` holds all. Listed: `mixed` has one host of each; `theirs` none
   * of the operator's.
   */
  groups: { mine: string; everybody: string; mixed: string; theirs: string };
  /**
   * Jobs over one host of each: ended well with changes; failed on both; a plan. `theirs` is over a host that is not
   * the operator's.
   */
  jobs: { changed: string; failed: string; plan: string; theirs: string };
}

export type CallerRole = 'admin' | 'operator';

interface Call {
  /** Values of the path's placeholders, in their order. */
  path?: string[];
  query?: string;
  body?: unknown;
  role?: CallerRole;
}

/**
 * Calls an operation by its id, by default as the operator; a placeholder without a value gets an id that nothing has.
 */
export async function call(
  { kit, bearer }: Fleet,
  operationId: string,
  { path = [], query = '', body, role = 'operator' }: Call = {},
) {
  const operation = managerOperations.find((row) => row.operationId === operationId);
  if (!operation) throw new Error(`there is no ${operationId}`);
  const values = [...path];
  const url = operation.path.replace(/\{[^}]+\}/g, () => values.shift() ?? uuid());
  const headers = { authorization: `Bearer ${await bearer(role)}` };
  return kit.call(operation.method.toUpperCase(), `${url}${query}`, { role: null, body, headers });
}

/** A ticket for one connection. */
export async function ticketFor(world: Fleet, role: CallerRole): Promise<string> {
  return ((await call(world, 'createWsTicket', { role })).body as { ticket: string }).ticket;
}

/** The error code of an answer; `none`: it is no refusal. */
export const codeOf = ({ body }: TestAnswer): string =>
  (body as { error?: { code: string } } | null)?.error?.code ?? 'none';

/** Asserts that the call is answered with this status and error code. */
export async function refused(answer: Promise<TestAnswer>, status: number, code: string): Promise<void> {
  const got = await answer;
  assert.equal([got.status, codeOf(got)], [status, code], JSON.stringify(got.body));
}

/** Asserts the status, and that the answer names no host that the operator may not see. Returns its body. */
export async function cut<T>(world: Fleet, answer: Promise<TestAnswer>, status = 200): Promise<T> {
  const { status: got, body } = await answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  assert.is(got, status, text);
  for (const { id, fqdn } of world.theirs)
    assert.not(text.includes(id) || text.includes(fqdn), `names ${fqdn}: ${text}`);
  return body as T;
}

/** Asserts that the operator sees one of the job's two hosts, and nothing of the other. */
export async function cutJob(world: Fleet, answer: Promise<TestAnswer>, status = 200): Promise<Job> {
  const job = await cut<Job>(world, answer, status);
  const counted = Object.values(job.counts).reduce((sum, count) => sum + count, 0);
  assert.equal([job.hosts_total, counted], [1, 1]);
  if (job.hosts)
    assert.equal(
      job.hosts.map(({ host_id: id }) => id),
      [world.mine[0].id],
    );
  return job;
}

/** What some rows of the table share: made for each world when the first of them asks for it. */
/** The draft under a name that nothing else has. */
export const anew = <Draft extends object>(draft: Draft) => ({ ...draft, name: randomUUID() });

export function madeOnce<T>(make: (world: Fleet) => Promise<T>): (world: Fleet) => Promise<T> {
  const made = new WeakMap<Fleet, Promise<T>>();
  return (world) => {
    const known = made.get(world) ?? make(world);
    made.set(world, known);
    return known;
  };
}

/** Sets what is installed: one package on the operator's hosts; on the others another version of it, and one more. */
export const packagesOf = madeOnce(async (w) => {
  for (const host of w.mine) tell(host, installed('bash=5.2-1'));
  for (const host of w.theirs) tell(host, installed('bash=5.1-1', 'secret=1'));
  await known(w.kit);
  await readAll(w.kit);
});

/** The ids of what the operator finds of one kind, sorted. */
export async function foundBy(w: Fleet, kind: string, text: string): Promise<string[]> {
  const answer = await call(w, 'searchEverything', { query: `?search=${text}&limit=20` });
  const { groups } = answer.body as Schemas['SearchResults'];
  const items = groups.find((group) => group.kind === kind)?.items ?? [];
  return items.map(({ id }) => id).sort();
}
