// databases: sqlite, mariadb (night)
// time-limit: 240
// Two managers over one database: what can be used once is used once over both.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock } from '../../server/kernel/clock.ts';
import { dialect, freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { waitFor } from '../../test/support/wait.ts';
import { createHostileProvider, type HostileProvider } from './hostileProvider.testing.ts';
import type { Browser } from './sso.testing.ts';
import { createSsoApp, oidcFor, type Answer, type SsoApp } from './sso.testing.ts';

interface World {
  place: FreshDatabase;
  managers: [SsoApp, SsoApp];
  provider: HostileProvider;
}

const SSO = '/api/v1/auth/sso';
const test = suite<World>('single sign-on over two managers');

test.before.each(async (world) => {
  world.place = await freshDatabase(dialect);
  const { url: databaseUrl, file: databaseFile } = world.place.address;
  const clock = createFakeClock(new Date());
  const options = { databaseUrl, databaseFile, clock, secretKey: 'ab'.repeat(32) };
  world.managers = [await createSsoApp(options), await createSsoApp(options)];
  world.provider = await createHostileProvider(() => Math.floor(clock.now().getTime() / 1_000));
  assert.is((await world.managers[0].configure(oidcFor(world.provider.origin))).status, 200);
  // The other manager looks for changed settings every second.
  await clock.advance(2_000);
  await waitFor(async () => {
    const { body } = await world.managers[1].browser().call('GET', `${SSO}/config`);
    return body['enabled'] === true || null;
  });
});
test.after.each(async ({ managers, provider, place }) => {
  for (const manager of managers) await manager.stop();
  await provider.stop();
  await place.cleanup();
});

/** One browser, whose calls a load balancer spreads over both managers. */
function browsersOf({ managers }: World): [Browser, Browser] {
  const [one, two] = [managers[0].browser(), managers[1].browser()];
  return [one, two];
}

const share = (from: Browser, to: Browser): void => {
  for (const [name, value] of from.cookies) to.cookies.set(name, value);
};

const fifty = (pair: [Browser, Browser], call: (browser: Browser) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 50 }, (_, index) => call(pair[index % 2] as Browser)));

test('fifty answers with one state and fifty exchanges of one code, on both managers: one of each is accepted', async (world) => {
  const pair = browsersOf(world);
  const away = await pair[0].page(`${SSO}/login`);
  share(pair[0], pair[1]);
  const query = world.provider.approve(away.location as URL).toString();
  const backs = await fifty(pair, (browser) => browser.page(`${SSO}/callback?${query}`));
  const codes = backs.map(({ fragment }) => fragment.get('sso_code')).filter((code) => code !== null);
  const errors = backs.map(({ fragment }) => fragment.get('sso_error')).filter((code) => code !== null);
  assert.equal([codes.length, errors.length, new Set(errors)], [1, 49, new Set(['SSO_STATE_INVALID'])]);
  const answers = await fifty(pair, (browser) => browser.exchange(codes[0] ?? ''));
  const told = answers.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`).sort();
  assert.equal(told, ['200 ', ...Array.from({ length: 49 }, () => '400 SSO_CODE_INVALID')].sort());
});

test('a stranger who signs in ten times at once is one account; ten strangers of one name are ten', async (world) => {
  const arrive = async (manager: SsoApp, claims: object): Promise<Answer> => {
    const browser = manager.browser();
    const away = await browser.page(`${SSO}/login`);
    const query = world.provider.approve(away.location as URL, claims as never);
    const back = await browser.page(`${SSO}/callback?${query}`);
    assert.ok(back.fragment.has('sso_code'), JSON.stringify([back.status, back.body, back.location]));
    return browser.exchange(back.fragment.get('sso_code'));
  };
  const ten = (claimsOf: (index: number) => object) =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) => arrive(world.managers[(index % 2) as 0 | 1], claimsOf(index))),
    );
  const ids = (answers: Answer[]) => new Set(answers.map(({ body }) => (body['user'] as { id: string }).id));
  assert.is(ids(await ten(() => ({}))).size, 1);
  const strangers = await ten((index) => ({ sub: `stranger-${index}`, preferred_username: 'max' }));
  assert.is(ids(strangers).size, 10);
  const names = strangers.map(({ body }) => (body['user'] as { username: string }).username);
  assert.equal(names.sort(), [
    'max',
    'max-10',
    'max-2',
    'max-3',
    'max-4',
    'max-5',
    'max-6',
    'max-7',
    'max-8',
    'max-9',
  ]);
});

test('more people at once than the database has connections: all of them come in', async (world) => {
  const [manager] = world.managers;
  const arrive = async (index: number): Promise<number> => {
    const browser = manager.browser();
    const away = await browser.page(`${SSO}/login`);
    const claims = { sub: `person-${index}`, preferred_username: `person${index}` };
    const back = await browser.page(
      `${SSO}/callback?${world.provider.approve(away.location as URL, claims)}`,
    );
    return (await browser.exchange(back.fragment.get('sso_code'))).status;
  };
  const all = () => Promise.all(Array.from({ length: 30 }, (_, index) => arrive(index)));
  assert.equal([...new Set(await all())], [200], 'as strangers');
  assert.equal([...new Set(await all())], [200], 'as people who are known');
});

test('a secret and a provider that were set on one manager are those of the other', async (world) => {
  const browser = world.managers[1].browser();
  const away = await browser.page(`${SSO}/login`);
  const back = await browser.page(`${SSO}/callback?${world.provider.approve(away.location as URL)}`);
  assert.ok(back.fragment.has('sso_code'));
  assert.match(world.provider.tokenCalls[0]?.authorization ?? '', /^Basic /);
});

test.run();
