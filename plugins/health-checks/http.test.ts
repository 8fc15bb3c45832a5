import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addCheck,
  addHosts,
  made,
  page,
  pathOf,
  readCheck,
  setUp,
  statusOf,
  tearDown,
  type Check,
  type Schemas,
  type World,
} from './checks.testing.ts';

const test = suite<World>('health checks of pages');
test.before((world) => setUp(world));
test.after(tearDown);
test.before.each(async (world) => {
  await addHosts(world);
  const { pages } = world;
  pages.seen = [];
  pages.dns.set('web.example.test', [['127.0.0.1']]);
});

const hostOf = ({ hosts: [own] }: World): string => own.id;

const checkOf = (world: World, more: object = {}): Promise<Check> =>
  addCheck(world.kit, hostOf(world), page(`${world.pages.url}/`, { enabled: false, ...more }));

async function run({ kit }: World, check: Check): Promise<[boolean, string]> {
  const path = `${pathOf(check.host_id, check.id)}/test`;
  const { success, message } = await made<Schemas['HealthCheckTestResult']>(kit.call('POST', path), 200);
  return [success, message];
}

test('status and text are what was expected, or the message says what came instead, and never a part of the page', async (world) => {
  const { pages } = world;
  pages.answer = (_req, res) => void res.end('top secret token');
  assert.equal(await run(world, await checkOf(world)), [true, 'It answers with status 200.']);
  const text = await checkOf(world, { expected_body: 'secret' });
  assert.equal(await run(world, text), [true, 'It answers with status 200 and the expected text.']);
  const other = await checkOf(world, { expected_body: 'welcome' });
  assert.equal(await run(world, other), [
    false,
    'It answers with status 200, but without the expected text.',
  ]);
  const created = await checkOf(world, { expected_status: 201 });
  assert.equal(await run(world, created), [false, 'It answers with status 200; expected is 201.']);
  pages.answer = (_req, res) => void res.writeHead(201).end();
  assert.is((await run(world, created))[0], true);
});

test('a redirect is not followed, to the manager least of all', async (world) => {
  const { pages } = world;
  pages.answer = (_req, res) => void res.writeHead(302, { location: `${pages.url}/inside` }).end();
  const check = await checkOf(world);
  assert.equal(await run(world, check), [
    false,
    'It answers with status 302; expected is one from 200 to 299. Redirects are not followed.',
  ]);
  assert.equal(pages.seen, ['/']);
});

test('a name that leads elsewhere after it was kept is judged again, and nothing is called', async (world) => {
  const { pages } = world;
  pages.answer = (_req, res) => void res.end('all is well');
  const check = await checkOf(world);
  for (const address of ['169.254.169.254', '127.0.0.2', '::1', 'fe80::1']) {
    pages.dns.set('web.example.test', [[address]]);
    const [success, message] = await run(world, check);
    assert.is(success, false);
    assert.match(message, /^The manager does not call .*: the address/, address);
  }
  pages.dns.set('web.example.test', [['127.0.0.1'], ['169.254.169.254']]);
  assert.is((await run(world, check))[0], true, 'one lookup for judging and connecting');
  assert.is(pages.seen.length, 1);
  pages.dns.delete('web.example.test');
  assert.equal(await run(world, check), [false, 'The host name could not be resolved.']);
});

test('a server that hangs, drips, breaks off or never ends costs no more than the time limit', async (world) => {
  const { pages } = world;
  const check = await checkOf(world, { timeout_secs: 1, expected_body: 'welcome' });
  const tries: [string, typeof pages.answer][] = [
    ['The answer did not come in time.', () => undefined],
    [
      'The answer did not come in time.',
      (_req, res) => {
        const drip = setInterval(() => (res.destroyed ? clearInterval(drip) : res.write('x')), 100);
      },
    ],
    ['The answer was cut off, or was no HTTP.', (_req, res) => void res.destroy()],
    [
      'The answer has more than 1048576 bytes.',
      (_req, res) => {
        const write = (): void =>
          void (res.destroyed || res.write('x'.repeat(65_536), () => setImmediate(write)));
        write();
      },
    ],
  ];
  for (const [said, answer] of tries) {
    pages.answer = answer;
    const startedMs = performance.now();
    const [success, message] = await run(world, check);
    assert.is(success, false);
    assert.ok(message.startsWith(said), `${message} instead of ${said}`);
    assert.ok(performance.now() - startedMs < 4_000, said);
  }
});

test('a page that is down counts as failing, one that may not be called as unknown', async (world) => {
  const { kit, pages } = world;
  const check = await checkOf(world, { enabled: true, interval_secs: 30 });
  pages.answer = (_req, res) => void res.destroy();
  await kit.until(async () => (await readCheck(kit, check)).last_status === 'failing');
  assert.is(await statusOf(kit, hostOf(world)), 'failing');
  pages.dns.set('web.example.test', [['169.254.169.254']]);
  await kit.until(async () => (await readCheck(kit, check)).last_status === 'unknown');
  assert.is(await statusOf(kit, hostOf(world)), 'unknown');
});

test.run();
