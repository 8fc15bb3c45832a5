/** The world of the contract test: a whole manager, people with their sessions, and the services outside of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exposureFetching, openFeed, type Feed } from '#plugins/exposure/feed.testing.ts';
import { feedsPlugin } from '#plugins/exposure-feeds/feeds.testing.ts';
import { reportsWithin } from '#plugins/reports/failures.testing.ts';
import { createHostileProvider, type HostileProvider } from '#plugins/sso/hostileProvider.testing.ts';
import { testSso } from '#plugins/sso/sso.testing.ts';
import { startMailServer, type MailServer } from '#plugins/notifications/mailServer.testing.ts';
import {
  startReceiver,
  testNotifications,
  type Receiver,
} from '#plugins/notifications/notifications.testing.ts';
import { newAccount, openSession } from '#server/core/identity/identity.testing.ts';
import type { FakeAgent } from '#server/core/agents/fakeAgent.testing.ts';
import { createFakeClock } from '#server/kernel/clock.ts';
import { core, plugins } from '#server/plugins.ts';
import type { Role } from '#sdk';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { operationNamed } from './contract.ts';
import type { Answer } from './judge.ts';
import { compareTried, refuseTaken, sendNothingTwice, tryOut } from './trials.ts';
import { NOBODY, Walker, type Call } from './walker.ts';

export const ADMIN_PASSWORD = 'three late herons fly over water';
export const PASSWORD = 'seven quiet otters row north';
export const ORIGIN = 'https://manager.example.org';
/** The network of some callers, as the proxy in front tells it (`from`). */
export const NETWORK = '198.51.100.0/24';
/** The header for an address in it: `host` is 1 to 254. */
export const from = (host: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${host}` } });

export interface Person {
  id: string;
  username: string;
  /** The access token of a session that is new enough for everything. */
  bearer(): Promise<string>;
}

export interface World {
  kit: PluginTest;
  walker: Walker;
  /** Ids of what was made on the way, by name. */
  ids: Record<string, string>;
  provider: HostileProvider;
  mail: MailServer;
  receiver: Receiver;
  /** Publishes the files of the exposure. */
  feed: Feed;
  /** Agents that speak TLS: those of the kit do not. */
  agents: FakeAgent[];
  boss: Person;
  /** A second administrator. */
  other: Person;
  person(username: string, role: Role): Promise<Person>;
  /** Calls, and checks what the contract wants around such a call: see `withTrouble`. */
  must<T = Record<string, unknown>>(operationId: string, call?: Call, otherwise?: Call): Promise<T>;
  stop(): Promise<void>;
}

/** A session is valid for fifteen minutes of the clock, and new enough to delete something for ten. */
const RENEWED_AFTER_MS = 5 * 60_000;
export const PACKAGE = 'fleetmend-agent_1.0_amd64.deb';

/** Limit of a report's file: reports about three hosts fit in, that of all audit rows does not. */
const REPORT_BYTES = 32_768;

/** The features that `createPluginTest` brings by itself. */
export const IN_THE_KIT: readonly string[] = ['identity', 'agents', 'hosts', 'patching'];

export async function openWorld(): Promise<World> {
  const packagesDir = packages();
  const clock = createFakeClock(new Date());
  const feed = await openFeed();
  const replaced = new Map(
    [testSso, testNotifications, exposureFetching(feed), reportsWithin({ maxBytes: REPORT_BYTES })].map(
      (feature) => [feature.name, feature],
    ),
  );
  const kit = await createPluginTest({
    plugins: [...core.filter(({ name }) => !IN_THE_KIT.includes(name)), ...plugins, feedsPlugin].map(
      (feature) => replaced.get(feature.name) ?? feature,
    ),
    authenticate: 'identity',
    clock,
    config: {
      adminPassword: ADMIN_PASSWORD,
      publicUrl: ORIGIN,
      validateResponses: false,
      packagesDir,
      trustedProxies: ['loopback'],
    },
    hosts: 3,
  });
  const walker = new Walker(kit);
  const passwordHash = await kit.ctx.core.identity.credentials.hashNew('walker', PASSWORD);
  const person = personOf(kit, passwordHash);
  const [boss, other] = [await person('boss', 'admin'), await person('other', 'admin')];
  walker.bearer = boss.bearer;
  const provider = await createHostileProvider(() => Math.floor(clock.now().getTime() / 1_000));
  const [mail, receiver] = [await startMailServer(), await startReceiver()];
  const world: World = {
    kit,
    walker,
    ids: {},
    provider,
    mail,
    receiver,
    feed,
    agents: [],
    boss,
    other,
    person,
    must: (operationId, call = {}, otherwise) => withTrouble(world, operationId, { call, otherwise }),
    async stop() {
      await kit.stop();
      for (const one of [provider, mail, receiver, feed, ...world.agents]) await one.stop();
      rmSync(packagesDir, { recursive: true, force: true });
    },
  };
  return world;
}

const personOf =
  ({ ctx, clock }: PluginTest, passwordHash: string) =>
  async (username: string, role: Role): Promise<Person> => {
    const { id } = await newAccount(ctx, username, { role, passwordHash });
    let token = '';
    let madeAt = -Infinity;
    const bearer = async (): Promise<string> => {
      const now = clock.now().getTime();
      if (now - madeAt < RENEWED_AFTER_MS) return token;
      madeAt = now;
      token = (await openSession(ctx, id)).accessToken;
      return token;
    };
    return { id, username, bearer };
  };

/** A folder with one package of the agent, as the build describes it. */
function packages(): string {
  const dir = mkdtempSync(join(tmpdir(), 'fleetmend-packages-'));
  const bytes = Buffer.from('the bytes of a package');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { name: PACKAGE, format: 'deb', arch: 'x64', version: '1.0', sizeBytes: bytes.length, sha256 };
  writeFileSync(join(dir, PACKAGE), bytes);
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ files: [file] }));
  return dir;
}

let keys = 0;
const newKey = (): string => `0190b7c4-0000-7000-8000-${String(++keys).padStart(12, '0')}`;

interface Troubled {
  call: Call;
  /** Another call of the operation, for which this call's key must be refused. */
  otherwise: Call | undefined;
}

/**
 * Makes a call that is answered well. Before it, the same call with a stale `If-Match` is refused, and one that asks what
 * it would do changes nothing; after it, the same key gives the same answer again, and is refused for another call, as
 * is a name that is taken by then.
 */
async function withTrouble<T>(world: World, operationId: string, { call, otherwise }: Troubled): Promise<T> {
  const { walker } = world;
  const { parameters, method } = operationNamed(operationId);
  const names = new Set(parameters.map(({ name }) => name));
  if (names.has('If-Match')) {
    const stale = await walker.call(operationId, withHeader('If-Match', '"999999"', call));
    refusedBy(walker, operationId, stale, 'PRECONDITION_FAILED');
  }
  const tried = names.has('validate_only') ? await tryOut(world, operationId, call) : null;
  const key = names.has('Idempotency-Key') ? newKey() : null;
  const done = await walker.call<T>(
    operationId,
    key === null ? call : withHeader('Idempotency-Key', key, call),
  );
  if (done.status >= 400) throw new Error(`${operationId}: ${done.status} ${JSON.stringify(done.body)}`);
  if (tried) compareTried(walker, operationId, [tried, done]);
  if (key !== null) await repeatKey(walker, operationId, { call, otherwise, key, first: done.body });
  if (names.has('If-None-Match') && method === 'POST') await refuseTaken(walker, operationId, call);
  if (names.has('If-None-Match') && method === 'GET') await sendNothingTwice(walker, operationId, call);
  return done.body;
}

const withHeader = (name: string, value: string, of: Call): Call => ({
  ...of,
  headers: { ...of.headers, [name]: value },
});

async function repeatKey(
  walker: Walker,
  operationId: string,
  { call, otherwise, key, first }: Troubled & { key: string; first: unknown },
): Promise<void> {
  const keyed = withHeader('Idempotency-Key', key, call);
  const again = await walker.must<{ id?: string; job_id?: string }>(operationId, keyed);
  const idOf = ({ id, job_id: jobId }: { id?: string; job_id?: string }): unknown => [id, jobId];
  if (String(idOf(again)) !== String(idOf(first as object)))
    walker.deviations.add(`${operationId}: the same key answered something else the second time`);
  const other = otherwise ?? renamed(call);
  if (other) {
    const mismatched = await walker.call(operationId, withHeader('Idempotency-Key', key, other));
    refusedBy(walker, operationId, mismatched, 'IDEMPOTENCY_MISMATCH');
  }
}

/** The same call for a thing of another name; null: its body names none. */
function renamed(call: Call): Call | null {
  const body = call.body as { name?: string } | undefined;
  return body?.name === undefined ? null : { ...call, body: { ...body, name: 'another-name' } };
}

function refusedBy(walker: Walker, operationId: string, answer: Answer, code: string): void {
  if (answer.code !== code)
    walker.deviations.add(`${operationId}: ${answer.status} ${answer.code ?? ''} instead of ${code}`);
}

export { NOBODY };
