import { request, type IncomingMessage } from 'node:http';
import passport from 'passport';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '#generated/managerOperations.ts';
import type { Feature } from '#server/kernel/boot/feature.ts';
import type { AnyFeature } from '#server/kernel/boot/loader.ts';
import type { Actor } from '#server/kernel/security/actor.ts';
import { withoutSession } from '#server/kernel/security/actor.ts';
import { reply } from '#server/shared/wire/dispatch.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { testActor } from '#server/testing.ts';
import type { Verifier } from '../api.ts';
import {
  cheapIdentity,
  CLIENT,
  newAccount,
  openSession,
  PASSWORD,
  setup,
  type Setup,
} from '../identity.testing.ts';

const test = suite('verifiers');

/** A strategy made of one function. */
function strategyOf(
  judge: (self: passport.StrategyCreatedStatic, req: IncomingMessage, options: object) => void,
) {
  class Own extends passport.Strategy {
    override authenticate(this: passport.StrategyCreated<this>, req: IncomingMessage, options: object): void {
      judge(this, req, options);
    }
  }
  return new Own();
}

const tool = (id: string): Actor => ({
  kind: 'token',
  id,
  name: `tool ${id}`,
  role: 'reporter',
  ...withoutSession,
  permissions: testActor('reporter').permissions,
});

/** A verifier of tools' tokens, recognised by their prefix in the Authorization header. */
function tokenVerifier(valid: Map<string, string>): Verifier {
  const tokenOf = (req: IncomingMessage) => /^Bearer (fmt_\w+)$/.exec(req.headers.authorization ?? '')?.[1];
  return {
    name: 'tool-token',
    strategy: strategyOf((self, req) => {
      const id = valid.get(tokenOf(req) ?? '');
      return id === undefined ? self.fail('invalid_token', 401) : self.success(tool(id));
    }),
    credentialOf: (req) => tokenOf(req) ?? null,
    recheck: async (actor) => ([...valid.values()].includes(actor.id ?? '') ? actor : null),
  };
}

const pluginWith = (...verifiers: Verifier[]): Feature =>
  ({
    name: 'test-verifiers',
    requires: ['identity'],
    setup(ctx) {
      for (const verifier of verifiers) ctx.core.identity.addVerifier(verifier);
      return { routes: {} };
    },
  }) satisfies Feature;

const setupWith = (...features: AnyFeature[]): Promise<Setup> =>
  setup(PASSWORD, [cheapIdentity, ...features]);

interface Told {
  status: number;
  challenge: string | null;
}

/** Calls an operation that is switched off in this app: 404 means that the caller was known and permitted. */
async function ask(app: Setup, headers: Record<string, string>): Promise<Told> {
  const answer = await app.call('GET', '/api/v1/hosts', { role: null, headers });
  return { status: answer.status, challenge: answer.headers.get('www-authenticate') };
}

const LET_IN = { status: 404, challenge: null };
const INVALID = { status: 401, challenge: 'Bearer error="invalid_token"' };
const SEVERAL = { status: 401, challenge: 'Bearer error="invalid_request"' };

test('a plugin adds a kind of token: what holds is let in, what does not is 401, and access tokens stay', async () => {
  const valid = new Map([['fmt_good', 't1']]);
  const app = await setupWith(pluginWith(tokenVerifier(valid)));
  const { accessToken } = await openSession(app.ctx, (await newAccount(app.ctx, 'olga')).id);
  assert.equal(await ask(app, { authorization: 'Bearer fmt_good' }), LET_IN, 'past sign-in and permission');
  assert.equal(await ask(app, { authorization: 'Bearer fmt_bad' }), INVALID);
  assert.equal(await ask(app, { authorization: `Bearer ${accessToken}` }), LET_IN);
  valid.clear();
  assert.equal(await ask(app, { authorization: 'Bearer fmt_good' }), INVALID, 'judged at each call');
  await app.stop();
});

test('what nobody knows by its looks is 401, and so is a token of a plugin that is not there', async () => {
  const app = await setupWith();
  for (const authorization of ['Bearer fmt_good', 'Basic YTpi', 'Bearer', 'nonsense', ''])
    assert.equal(await ask(app, { authorization }), INVALID, authorization);
  assert.equal(await ask(app, {}), { status: 401, challenge: 'Bearer' });
  await app.stop();
});

test('two credentials are refused, also where each of them holds', async () => {
  const key: Verifier = {
    name: 'key',
    strategy: strategyOf((self) => self.success(tool('k1'))),
    credentialOf: (req) => req.headersDistinct['x-api-key']?.[0] ?? null,
  };
  const app = await setupWith(pluginWith(tokenVerifier(new Map([['fmt_good', 't1']])), key));
  const { accessToken } = await openSession(app.ctx, (await newAccount(app.ctx, 'olga')).id);
  assert.equal(await ask(app, { 'x-api-key': 'k' }), LET_IN);
  for (const authorization of ['Bearer fmt_good', `Bearer ${accessToken}`, 'Basic YTpi'])
    assert.equal(await ask(app, { 'x-api-key': 'k', authorization }), SEVERAL, authorization);
  const twice = [
    'Host',
    '127.0.0.1',
    'Authorization',
    `Bearer ${accessToken}`,
    'Authorization',
    'Bearer fmt_good',
  ];
  assert.is(await statusOf(`${app.url}/api/v1/hosts`, twice.slice(0, 4)), 404);
  assert.is(await statusOf(`${app.url}/api/v1/hosts`, twice), 401);
  await app.stop();
});

/** Sends the headers exactly as given: fetch would join two of one name. */
const statusOf = (url: string, headers: string[]): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (res) => resolve(res.resume().statusCode))
      .on('error', reject)
      .end();
  });

test('verifiers that know the same credential are asked one after the other', async () => {
  const asked: string[] = [];
  const numbered = (name: string, verdict: 'success' | 'fail'): Verifier => ({
    name,
    strategy: strategyOf((self) => {
      asked.push(name);
      return verdict === 'success' ? self.success(tool(name)) : self.fail(401);
    }),
    credentialOf: (req) => req.headers.authorization ?? null,
  });
  const verifiers = [numbered('one', 'fail'), numbered('two', 'success'), numbered('three', 'success')];
  const app = await setupWith(pluginWith(...verifiers));
  assert.equal(await ask(app, { authorization: 'Tool x' }), LET_IN);
  assert.equal(asked, ['one', 'two']);
  await app.stop();
});

test('a strategy that breaks, decides nothing, or names nobody lets nobody in', async () => {
  const odd = (name: string, judge: (self: passport.StrategyCreatedStatic) => void): Verifier => ({
    name,
    strategy: strategyOf((self) => judge(self)),
    credentialOf: (req) => (req.headers.authorization === name ? name : null),
  });
  const app = await setupWith(
    pluginWith(
      odd('breaks', (self) => self.error(new Error('no database'))),
      odd('throws', () => {
        throw new Error('a defect');
      }),
      odd('passes', (self) => self.pass()),
      odd('nobody', (self) => self.success({ id: 'u1' })),
      odd('system', (self) => self.success({ kind: 'system', role: 'admin' })),
      odd('redirects', (self) => self.redirect('https://elsewhere.example')),
    ),
  );
  const statuses: Record<string, number> = {};
  for (const authorization of ['breaks', 'throws', 'passes', 'nobody', 'system', 'redirects'])
    statuses[authorization] = (await ask(app, { authorization })).status;
  assert.equal(statuses, { breaks: 500, throws: 500, passes: 401, nobody: 500, system: 500, redirects: 500 });
  await app.stop();
});

test('two verifiers of one name keep the manager from starting', async () => {
  const verifier = tokenVerifier(new Map());
  await setupWith(pluginWith(verifier, verifier)).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /^test-verifiers, setup: .*tool-token/),
  );
});

/** A sign-in provider in two steps: a redirect away with a state, and the return with the state and a code. */
function providerPlugin(accountIds: Map<string, string>, onOpened: (token: string) => void): Feature<'sso'> {
  const states = new Set<string>();
  const strategy = strategyOf((self, _req, options) => {
    const { state, code } = options as { state?: string; code?: string };
    if (state === undefined) {
      states.add('s1');
      return self.redirect('https://provider.example/authorize?state=s1', 302);
    }
    const subject = states.delete(state) ? code : undefined;
    return subject === undefined ? self.fail('state', 400) : self.success({ subject });
  });
  const unused = managerOperations
    .filter(({ feature }) => feature === 'sso')
    .map(({ operationId }) => [operationId, () => Promise.reject(new Error('not used here'))] as const);
  return {
    name: 'sso',
    requires: ['identity'],
    setup(ctx) {
      const { identity } = ctx.core;
      identity.addVerifier({ name: 'provider', strategy });
      const routes = {
        ...Object.fromEntries(unused),
        async startSsoLogin({ raw }: { raw: { req: IncomingMessage } }) {
          const outcome = await identity.ask('provider', raw.req);
          if (outcome.kind !== 'redirect') throw new AppError('INTERNAL_ERROR');
          return reply(302, undefined, { Location: outcome.url });
        },
        async completeSsoLogin({ raw, query }: { raw: { req: IncomingMessage }; query: object }) {
          const outcome = await identity.ask('provider', raw.req, query);
          if (outcome.kind !== 'success') throw new AppError('FORBIDDEN');
          const accountId = accountIds.get((outcome.user as { subject: string }).subject) ?? '';
          const opened = await ctx.tx((tx) =>
            identity.sessions.open(tx, { accountId, client: CLIENT, method: 'sso', restriction: null }),
          );
          onOpened(opened.accessToken);
          return reply(302, undefined, { Location: '/' });
        },
      };
      return { routes: routes as never };
    },
  };
}

test('a way of signing in over redirects is a strategy too, and opens a session as the password does', async () => {
  const accountIds = new Map<string, string>();
  const tokens: string[] = [];
  const app = await setupWith(providerPlugin(accountIds, (token) => tokens.push(token)));
  const { id } = await newAccount(app.ctx, 'olga', { passwordHash: null });
  accountIds.set('olga-there', id);
  const get = async (path: string) => {
    const { status, headers } = await fetch(`${app.url}/api/v1/auth/sso/${path}`, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  assert.equal(await get('login'), [302, 'https://provider.example/authorize?state=s1']);
  assert.equal(await get('callback?state=s2&code=olga-there'), [403, null]);
  assert.equal(await get('callback?state=s1&code=olga-there'), [302, '/']);
  assert.equal(await get('callback?state=s1&code=olga-there'), [403, null], 'the state is used up');
  const [session, ...others] = await app.ctx.core.identity.sessions.list(id);
  assert.equal([session?.method, session?.device, others.length, tokens.length], ['sso', 'a test', 0, 1]);
  assert.is(await app.me(tokens[0]), 200);
  assert.equal(await ask(app, { authorization: 'Bearer s1' }), INVALID, 'no ordinary request asks it');
  await app.stop();
});

test('tokens of tools are asked after while a connection of theirs is open', async () => {
  const valid = new Map([['fmt_good', 't1']]);
  const app = await setupWith(pluginWith(tokenVerifier(valid)));
  const { actorsNow } = app.ctx.core.identity;
  assert.equal(await actorsNow([tool('t1'), tool('t2')]), [tool('t1'), null]);
  valid.clear();
  assert.equal(await actorsNow([tool('t1')]), [null]);
  await app.stop();
});

test('two managers in one process each verify with their own key', async () => {
  const [one, two] = [await setupWith(), await setupWith()];
  const { accessToken } = await openSession(one.ctx, (await newAccount(one.ctx, 'olga')).id);
  assert.is(await one.me(accessToken), 200);
  assert.is(await two.me(accessToken), 401);
  await one.stop();
  await two.stop();
});

test.run();
