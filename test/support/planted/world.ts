/** A whole manager whose log, answers and files are searched for secrets, and calls to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { components } from '#generated/manager.ts';
import { testNotifications } from '#plugins/notifications/notifications.testing.ts';
import { createHostileProvider, type HostileProvider } from '#plugins/sso/hostileProvider.testing.ts';
import { PUBLIC_URL, testSso } from '#plugins/sso/sso.testing.ts';
import type { AnyFeature } from '#server/kernel/boot/loader.ts';
import { createLogger } from '#server/kernel/log.ts';
import { core, plugins } from '#server/plugins.ts';
import { createFakeClock, createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { createPlanted, type Planted } from './secrets.ts';

export type Schemas = components['schemas'];

export interface World {
  kit: PluginTest;
  planted: Planted;
  provider: HostileProvider;
  logFile: string;
  /** Answers that had no secret to give out, by the call. */
  answers: Map<string, string>;
  release(): Promise<void>;
}

const IN_THE_KIT = ['identity', 'agents', 'hosts', 'patching'];
/** Plugins whose calls to the outside lead to servers of this test. */
const REACHING_THIS_MACHINE: Readonly<Record<string, AnyFeature>> = {
  sso: testSso,
  notifications: testNotifications,
};
export const ADMIN_PASSWORD = 'three late herons fly over water';

/** Starts a manager with all plugins, its log in a file, and a provider of single sign-on that may lie. */
export async function setUp(world: World): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetmend-planted-'));
  world.planted = createPlanted();
  world.answers = new Map();
  world.logFile = join(directory, 'manager.log');
  const others = core.filter(({ name }) => !IN_THE_KIT.includes(name));
  const clock = createFakeClock(new Date());
  world.kit = await createPluginTest({
    plugins: [...others, ...plugins.map((plugin) => REACHING_THIS_MACHINE[plugin.name] ?? plugin)],
    authenticate: 'identity',
    clock,
    log: createLogger({ level: 'trace', name: 'test', file: world.logFile }),
    config: {
      adminPassword: world.planted.plant('password of the first administrator', ADMIN_PASSWORD),
      publicUrl: PUBLIC_URL,
    },
  });
  world.provider = await createHostileProvider(() => Math.floor(clock.now().getTime() / 1_000));
  world.release = async () => {
    await world.provider.stop();
    rmSync(directory, { recursive: true });
  };
}

export async function tearDown({ kit, release }: World): Promise<void> {
  await kit.stop();
  await release();
}

interface Call {
  body?: unknown;
  text?: string;
  token?: string;
  /** The call answers with a secret, which is its purpose. */
  gives?: true;
}

/** Calls the manager, asserts the status, and keeps the answer to be searched unless it gives a secret. */
export async function call<T>(
  world: World,
  status: number,
  target: string,
  { body, text, token, gives }: Call = {},
) {
  const [method = '', path = ''] = target.split(' ');
  const answer = await world.kit.call(method, `/api/v1${path}`, {
    role: null,
    ...(body === undefined ? {} : { body }),
    ...(text === undefined ? {} : { text }),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  const shown = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  assert.is(answer.status, status, `${target}: ${shown}`);
  if (!gives) world.answers.set(`${target} (${world.answers.size})`, shown);
  return answer.body as T;
}

export const login = (world: World, username: string, password: string, more: object = {}) =>
  call<Schemas['SessionTokens']>(world, 200, 'POST /auth/login', {
    body: { username, password, ...more },
    gives: true,
  });

export const refused = (world: World, status: number, target: string, body: object, token?: string) =>
  call<Schemas['ErrorEnvelope']>(world, status, target, { body, ...(token === undefined ? {} : { token }) });
