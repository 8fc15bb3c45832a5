/** What holds outside of the sign-in: for tools, for machine commands, and on a manager where the plugin is off. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cheapIdentity } from '../../server/core/identity/identity.testing.ts';
import { AppError, commands } from '#sdk';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { freshDatabase } from '../../test/support/databases.ts';
import { usersPlugin } from '../users/plugin.ts';
import { mfaCommands } from './commands.ts';
import {
  audited,
  byPasskey,
  call,
  login,
  newPerson,
  PASSWORD,
  setPolicy,
  setUp,
  told,
  tokenOf,
  withPasskey,
  withTotp,
  type Schemas,
  type World,
} from './mfa.testing.ts';
import { mfaPlugin } from './plugin.ts';

const test = suite<World>('second factors outside of sign-in');

test.before.each((world) => {
  world.stop = () => Promise.resolve();
});
test.after.each(({ stop }) => stop());

const HOUR_MS = 3_600_000;

test('tools of who owes a factor are refused until it is there, tools of others work on', async (w) => {
  await setUp(w, { withSettings: true, more: [usersPlugin] });
  const { app } = w;
  await newPerson(w, 'olga');
  await newPerson(w, 'rita', { role: 'reporter' });
  const toolOf = async (username: string): Promise<string> => {
    const body = { name: 'tool', role: 'reporter', expires_in_secs: 864_000 };
    const made = await call<Schemas['CreatedApiToken']>(app, 'POST /users/me/tokens', {
      token: await tokenOf(app, username),
      body,
    });
    assert.is(made.status, 201, JSON.stringify(made.body));
    return made.body.token;
  };
  const [olgas, ritas] = [await toolOf('olga'), await toolOf('rita')];
  const hosts = async (token: string) => told(await call(app, 'GET /hosts', { token }));
  await setPolicy(app, { required_roles: ['operator'], grace_days: 1 });
  assert.is(await hosts(olgas), '200', 'she has not signed in under the policy');
  await tokenOf(app, 'olga');
  await app.clock.leap(23 * HOUR_MS);
  assert.is(await hosts(olgas), '200', 'in her day of grace');
  await app.clock.advance(HOUR_MS);
  assert.equal([await hosts(olgas), await hosts(ritas)], ['401 UNAUTHENTICATED', '200']);
  await withTotp(app, await tokenOf(app, 'olga'));
  assert.is(await hosts(olgas), '200');
  const status = await call(app, 'GET /auth/mfa', { token: olgas });
  assert.is(told(status), '403 FORBIDDEN', 'tools have no factors');
});

const disable = mfaCommands.find(({ name }) => name === 'user disable-mfa');

/** Runs `user disable-mfa WORDS…` beside the manager; returns the printed lines, or the code of the refusal. */
async function disableMfa({ ctx }: TestApp, ...words: string[]): Promise<string[] | string> {
  const lines: string[] = [];
  const actor = { kind: 'machine', id: null, name: 'root', role: null, sessionId: null } as const;
  const context = {
    ...ctx,
    actor: { ...actor, authenticatedAt: null, restriction: null },
    print: (line: string) => lines.push(line),
  };
  try {
    await disable?.run?.(context as unknown as commands.CommandContext, words);
    return lines;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    if (error instanceof commands.UsageError) return 'USAGE';
    throw error;
  }
}

test('at the machine all factors of one account are removed, by name', async (w) => {
  await setUp(w);
  const { app } = w;
  await newPerson(w, 'olga');
  const token = await tokenOf(app, 'olga');
  await withTotp(app, token);
  const authenticator = await withPasskey(app, token);
  assert.equal(await disableMfa(app), 'USAGE');
  assert.equal(await disableMfa(app, 'olga', 'paul'), 'USAGE');
  assert.equal(await disableMfa(app, 'nobody'), 'USER_NOT_FOUND');
  assert.equal(await disableMfa(app, 'admin'), 'MFA_NOT_ENABLED');
  assert.equal(await disableMfa(app, 'Olga'), ["'olga' has no second factor any more"]);
  assert.is((await login(app, 'olga')).status, 200);
  assert.is((await byPasskey(app, { authenticator })).status, 401);
  const [row] = await audited(app, 'mfa.reset');
  assert.equal([row?.actor.kind, row?.actor.name, row?.resource.name], ['machine', 'root', 'olga']);
});

test('a manager without the plugin does not start while somebody relies on it, unless that is allowed by name', async (w) => {
  const place = await freshDatabase('sqlite');
  w.stop = () => place.cleanup();
  /** Runs `work` with a manager, which is stopped however `work` ends. */
  const running = async <T>(
    on: boolean,
    work: (app: TestApp) => Promise<T>,
    allowUngated: string[] = [],
  ): Promise<T> => {
    const app = await createTestApp({
      features: on ? [cheapIdentity, mfaPlugin] : [cheapIdentity],
      off: on ? [] : [mfaPlugin],
      config: {
        adminPassword: PASSWORD,
        secretKey: 'ab'.repeat(32),
        allowUngated,
        publicUrl: 'https://manager.example.org',
      },
      authenticate: 'identity',
      databaseFile: place.address.file ?? '',
    });
    return work(app).finally(() => app.stop());
  };
  const began = (allowUngated?: string[]): Promise<string> =>
    running(false, async (app) => told(await login(app, 'admin')), allowUngated).catch(
      (error: Error) => error.message,
    );
  await running(true, () => Promise.resolve());
  assert.is(await began(), '200', 'nobody has a factor');
  await running(true, async (app) => {
    await withPasskey(app, await tokenOf(app, 'admin'));
    assert.is(told(await login(app, 'admin')), '401 MFA_REQUIRED');
  });
  assert.match(await began(), /users with a second factor, and roles that must have one \(1\)/);
  assert.is(await began(['mfa']), '200', 'the password alone');
  const again = await running(true, async (app) => told(await login(app, 'admin')));
  assert.is(again, '401 MFA_REQUIRED', 'the factor is still there');
});

test.run();
