/** What both suites of this plugin share: the database, and the calls that export and import. */
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import type { PluginTest, TestAnswer } from '#sdk/testing.ts';

export type Schemas = components['schemas'];
type File = Schemas['ConfigurationFile'];
type Shown = Schemas['ConfigurationDifference'];

export const PATH = '/api/v1/configuration';

export const call = (kit: PluginTest, method: string, path: string, body?: unknown): Promise<TestAnswer> =>
  kit.call(method, path, { ...(body === undefined ? {} : { body }) });
export async function must<T>(kit: PluginTest, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call(kit, method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}
export const exported = (kit: PluginTest) => must<File>(kit, 'GET', PATH);
export const plan = (kit: PluginTest, file: unknown, equal = false) =>
  must<Shown>(kit, 'POST', `${PATH}/plan`, { file, make_equal: equal });
/** Imports a file of which the plan told this hash. */
export const send = (kit: PluginTest, file: unknown, hash: string, equal = false) =>
  call(kit, 'POST', `${PATH}/import`, { file, make_equal: equal, hash });
export async function imported(kit: PluginTest, file: unknown, equal = false): Promise<Shown> {
  const { hash } = await plan(kit, file, equal);
  return must<Shown>(kit, 'POST', `${PATH}/import`, { file, make_equal: equal, hash });
}
export const partOf = (shown: Shown, name: string) => {
  const part = shown.parts.find((own) => own.name === name);
  if (!part) throw new Error(`no part ${name}`);
  return part;
};
export const changesOf = (shown: Shown) =>
  shown.parts.flatMap(({ name, changes }) =>
    changes.map((change) => `${name} ${change.kind} ${change.name}`),
  );
export const problemsOf = (shown: Shown) =>
  shown.parts.flatMap(({ problems }) => problems.map(({ name, message }) => `${name}: ${message}`));
