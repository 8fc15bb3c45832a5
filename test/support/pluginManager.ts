/**
 * Managers of the test kit over the database that `TEST_DIALECT` names, and helpers of plugin suites for reading
 * answers.
 */
import * as assert from 'uvu/assert';
import { createPluginTest, type PluginTest, type TestAnswer } from '#sdk/testing.ts';
import { dialect, freshDatabase, type FreshDatabase } from './databases.ts';

type KitOptions = Parameters<typeof createPluginTest>[0];

export const freshPlace = (): Promise<FreshDatabase> => freshDatabase(dialect);

/** A manager on this database; with `beside`, it shares clock, database and agents with that other one. */
export function openManager(
  { address }: FreshDatabase,
  { beside, config, ...more }: KitOptions & { beside?: PluginTest },
): Promise<PluginTest> {
  return createPluginTest({
    ...(address.url ? { databaseUrl: address.url } : { databaseFile: address.file }),
    ...(beside ? { clock: beside.clock, known: beside.hosts } : {}),
    config: { secretKey: 'ab'.repeat(32), ...config },
    ...more,
  });
}

/** What a test of a plugin's suite has: a manager over a database of its own. */
export interface PluginWorld {
  place: FreshDatabase;
  kit: PluginTest;
}

/** The time at which the suites' clock begins: a Thursday. */
export const START = '2026-01-15T12:00:00.000Z';
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

export async function tearDown({ kit, place }: PluginWorld): Promise<void> {
  await kit.stop();
  await place.cleanup();
}

/** The beginning and end of a plugin's suites, with these plugins on. */
export function pluginSuite(plugins: KitOptions['plugins']) {
  /** A manager; with `beside`, it shares clock, database and agents with that other one. */
  const manager = (
    place: FreshDatabase,
    options: Partial<Parameters<typeof openManager>[1]> = {},
  ): Promise<PluginTest> => openManager(place, { plugins, ...options });
  return {
    manager,
    async setUp(world: PluginWorld, hosts = 2): Promise<void> {
      world.place = await freshPlace();
      world.kit = await manager(world.place, { hosts });
    },
    tearDown,
  };
}

/** Status and code of an answer: `409 HOST_BUSY`, or `200`. */
export const codeOf = ({ status, body }: TestAnswer): string =>
  `${status} ${(body as { error?: { code: string } } | null)?.error?.code ?? ''}`.trim();

/** Makes a thing of this name, or of one with a number behind it if it is taken. */
export async function madeNamed<T>(
  body: { name: string },
  post: (body: { name: string }) => Promise<TestAnswer>,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? body.name : `${body.name} ${number}`;
    const answer = await post({ ...body, name });
    if (codeOf(answer) !== '409 NAME_TAKEN') return made<T>(Promise.resolve(answer));
  }
}

/** The body of an answer that must have this status. */
export async function made<T>(answer: Promise<TestAnswer>, status = 201): Promise<T> {
  const { status: got, body } = await answer;
  assert.is(got, status, JSON.stringify(body));
  return body as T;
}
