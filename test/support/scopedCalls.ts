/** Calls of an operator who may see half of a fleet, and what their answers are held to. */
import * as assert from 'uvu/assert';
import { v7 as uuid } from 'uuid';
import type { components } from '../../generated/manager.ts';
import { managerOperations } from '../../generated/managerOperations.ts';
import type { HostScope } from '../../server/plugin.ts';
import type { PluginTest, TestAnswer, TestHost } from '../../server/pluginTesting.ts';

export type Schemas = components['schemas'];
export type Job = Schemas['Job'];

/** What the suite of scopes works on. */
export interface World {
  kit: PluginTest;
  /** The bearer of this moment: an administrator's, and that of the operator or of the operator's tool. */
  bearer(role: CallerRole): Promise<string>;
  /** Keeps the operator, or the tool, to these groups; null: to none. */
  keepTo(groupIds: string[] | null): Promise<void>;
  /** What a plugin besides `users` says of the operator's scope; changed by tests of the scope itself. */
  scope: HostScope;
  mine: [TestHost, TestHost];
  theirs: [TestHost, TestHost];
  /** Rule-based: `mine` is the operator's scope, `everybody` holds all. Listed: one host of each; none of his. */
  groups: { mine: string; everybody: string; mixed: string; theirs: string };
  /** Over one host of each: ended well with changes; failed on both; a plan; and one over a host that is not his. */
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

/** Calls an operation by its id, as the operator unless told; a placeholder without a value gets an id of nobody. */
export async function call(
  { kit, bearer }: World,
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

/** For one connection. */
export async function ticketFor(world: World, role: CallerRole): Promise<string> {
  return ((await call(world, 'createWsTicket', { role })).body as { ticket: string }).ticket;
}

/** The error code of an answer; `none`: it is no refusal. */
export const codeOf = ({ body }: TestAnswer): string =>
  (body as { error?: { code: string } } | null)?.error?.code ?? 'none';

/** The call is answered with this status and error code. */
export async function refused(answer: Promise<TestAnswer>, status: number, code: string): Promise<void> {
  const got = await answer;
  assert.equal([got.status, codeOf(got)], [status, code], JSON.stringify(got.body));
}

/** The answer went out, and names nobody whom the operator may not see. */
export async function cut<T>(world: World, answer: Promise<TestAnswer>, status = 200): Promise<T> {
  const { status: got, body } = await answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  assert.is(got, status, text);
  for (const { id, fqdn } of world.theirs)
    assert.not(text.includes(id) || text.includes(fqdn), `names ${fqdn}: ${text}`);
  return body as T;
}

/** Sees one host of each of his jobs' two, and nothing of the other. */
export async function cutJob(world: World, answer: Promise<TestAnswer>, status = 200): Promise<Job> {
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
