import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { hostsFeature } from '../../server/core/hosts/plugin.ts';
import { createTestApp, type TestApp } from '../../server/testing.ts';
import { createFakeAgents, type FakeAgents } from './fakeAgents.testing.ts';
import { enrollmentPlugin } from './plugin.ts';

interface World {
  app: TestApp;
  agents: FakeAgents;
  dir: string;
}

const test = suite<World>('the installer that the manager serves');
const name = 'fleetmend-agent_1.0_amd64.deb';
const bytes = Buffer.from('the bytes of a package');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const described = { name, format: 'deb', arch: 'x64', version: '1.0', sizeBytes: bytes.length, sha256 };

test.before.each(async (world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-packages-'));
  writeFileSync(path.join(world.dir, name), bytes);
  writeFileSync(path.join(world.dir, 'fleetmend-agent'), 'not a package');
  const executable = { ...described, name: 'fleetmend-agent', format: 'exe' };
  describeFiles(world.dir, [described, executable]);
  world.agents = await createFakeAgents();
  world.app = await start(world);
});

test.after.each(async ({ app, dir }) => {
  await app.stop();
  rmSync(dir, { recursive: true, force: true });
});

function describeFiles(dir: string, files: readonly object[]): void {
  writeFileSync(path.join(dir, 'manifest.json'), JSON.stringify({ files }));
}

function start({ agents, dir }: World, publicUrl: string | null = null): Promise<TestApp> {
  const features = [hostsFeature, agents.feature, enrollmentPlugin];
  return createTestApp({ features, config: { packagesDir: dir, publicUrl } });
}

const installer = async (app: TestApp): Promise<components['schemas']['Installer']> =>
  (await app.call('GET', '/api/v1/admin/installer')).body as components['schemas']['Installer'];

const script = async (app: TestApp): Promise<string> =>
  String((await app.call('GET', '/install.sh', { role: null })).body);

test('the line pins the root by its fingerprint, and reaches the published address', async (world) => {
  const pin = createHash('sha256').update(world.agents.authority.certificatePem).digest('hex');
  const published = await start(world, 'https://patch.example.org:8443');
  const { command, packages } = await installer(published);
  assert.match(
    command,
    "r=$(curl -fsSk -w '%{http_connect}' https://patch.example.org:8443/api/v1/ca/root.crt) && ",
  );
  assert.match(command, ` | grep -q ${pin} || `);
  assert.match(command, ' --connect-to manager.fleetmend.internal:8443:patch.example.org:8443 ');
  const script = 'https://manager.fleetmend.internal:8443/install.sh';
  assert.ok(
    command.endsWith(
      ` -H Host:patch.example.org:8443 ${script} || echo exit 1; } | $(command -v sudo) sh -s --`,
    ),
    command,
  );
  const dials = await published.call('GET', '/api/v1/admin/installer?connection=dial');
  assert.is((dials.body as { command: string }).command, `${command} --connection dial`);
  await published.stop();
  assert.match(command, ' && { echo PROOF; [ $c = 000 ] || printf ');
  const { sizeBytes, ...rest } = described;
  assert.equal(packages, [{ ...rest, size_bytes: sizeBytes }]);
});

test('the script is sound, and holds the root, its pin and the hash of each package', async ({
  app,
  agents,
}) => {
  const text = await script(app);
  assert.is(spawnSync('sh', ['-n'], { input: text }).status, 0);
  assert.not.match(text, /@[A-Z_]+@/);
  assert.match(text, agents.authority.certificatePem.trim());
  assert.match(text, `packages='deb x64 ${name} ${sha256}'`);
  const half = spawnSync('sh', [], { input: text.slice(0, text.lastIndexOf('main "$@"')), encoding: 'utf8' });
  assert.equal([half.status, half.stdout, half.stderr], [0, '', ''], 'half a download does nothing');
});

test('a token is taken from before the script or from a file, and never from an argument', async ({
  app,
  dir,
}) => {
  const text = await script(app);
  const run = (before: string, ...args: string[]): string =>
    spawnSync('sh', ['-s', '--', ...args], { input: `${before}\n${text}`, encoding: 'utf8' }).stderr;
  const file = path.join(dir, 'token');
  writeFileSync(file, `fme_secret.${'a'.repeat(64)}\n`);
  // Whether it came as far as the check of the root, which is before anything is changed.
  const foreign = `is for a manager with the root ${'a'.repeat(64)}`;
  const reached = (said: string): boolean => said.includes(foreign) || said.includes('must run as root');
  assert.ok(reached(run(`token=fme_secret.${'a'.repeat(64)}`)));
  assert.ok(reached(run('', '--token-file', file)));
  assert.ok(reached(run(`ca_fingerprint=${'a'.repeat(64)}`)));
  assert.match(run('', '--token', 'fme_secret.abc'), 'can be read by every user of this host');
  assert.match(run('', '--token-file', path.join(dir, 'none')), 'none cannot be read');
  assert.match(run(''), 'there is no token and no fingerprint');
  assert.ok(reached(run(`ca_fingerprint=${'a'.repeat(64)}`, '--connection', 'dial')));
  assert.match(
    run(`ca_fingerprint=${'a'.repeat(64)}`, '--connection', 'call'),
    'call is neither listen nor dial',
  );
});

test('a forged Host header never reaches the script', async ({ app }) => {
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { host: `a';id;'` };
    request(`${app.url}/install.sh`, { headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.once('end', () => resolve(body));
    })
      .once('error', reject)
      .end();
  });
  assert.match(text, "manager_host='localhost'");
  assert.not.match(text, ';id;');
});

test('a package is handed out by its exact name, and nothing else of the directory', async ({ app }) => {
  const get = (file: string) => app.call('GET', `/api/v1/enroll/packages/${file}`, { role: null });
  const found = await get(name);
  assert.equal([found.status, String(found.body)], [200, String(bytes)]);
  for (const other of ['fleetmend-agent_2.0_amd64.deb', 'fleetmend-agent.x'])
    assert.is(((await get(other)).body as { error: { code: string } }).error.code, 'AGENT_PACKAGE_NOT_FOUND');
  assert.is((await get('..%2Fmanifest.json')).status, 400);
});

test('who has the beginning of a package is sent the rest, unless it has become another', async ({
  app,
  dir,
}) => {
  const get = async (headers: Record<string, string>) => {
    const answer = await app.call('GET', `/api/v1/enroll/packages/${name}`, { role: null, headers });
    return [answer.status, String(answer.body), answer.headers.get('content-range')];
  };
  const tag = `"${Buffer.from(sha256, 'hex').toString('base64url')}"`;
  const all = [200, String(bytes), null];
  const rest = [206, String(bytes.subarray(4)), `bytes 4-${bytes.length - 1}/${bytes.length}`];
  assert.equal(await get({ range: 'bytes=4-' }), rest);
  assert.equal(await get({ range: 'bytes=4-', 'if-range': tag }), rest);
  for (const range of [
    'bytes=4-8',
    'bytes=-4',
    'bytes=4-,8-',
    'lines=4-',
    `bytes=${bytes.length}-`,
    'bytes=1e1-',
  ])
    assert.equal(await get({ range }), all, range);
  assert.equal(await get({ range: 'bytes=4-', 'if-range': '"another"' }), all);
  writeFileSync(path.join(dir, name), 'changed, and longer than before');
  assert.equal((await get({ range: 'bytes=4-', 'if-range': tag })).slice(0, 2), [
    200,
    'changed, and longer than before',
  ]);
});

test('script and package have tags of their bytes: who has them already is answered 304, until they change', async ({
  app,
  dir,
}) => {
  for (const resource of ['/install.sh', `/api/v1/enroll/packages/${name}`]) {
    const get = (tag?: string) =>
      app.call('GET', resource, { role: null, headers: tag === undefined ? {} : { 'if-none-match': tag } });
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"[\w-]{43}"$/);
    assert.match(first.headers.get('cache-control') ?? '', 'no-cache');
    for (const tag of [etag, `"other", W/${etag}`]) {
      const again = await get(tag);
      assert.equal([again.status, again.body, again.headers.get('etag')], [304, null, etag], tag);
    }
    assert.is((await get('"other"')).status, 200);
    writeFileSync(path.join(dir, name), `a new build, after ${resource}`);
    describeFiles(dir, [{ ...described, sha256: 'b'.repeat(64) }]);
    const changed = await get(etag);
    assert.is(changed.status, 200);
    assert.is.not(changed.headers.get('etag'), etag);
  }
});

test('an address that asks for names that are no package is told to wait, and still gets the right one', async ({
  app,
}) => {
  const get = (file: string) => app.call('GET', `/api/v1/enroll/packages/${file}`, { role: null });
  for (let call = 0; call < 60; call++) assert.is((await get('fleetmend-agent.none')).status, 404);
  assert.is((await get('fleetmend-agent.none')).status, 429);
  for (let call = 0; call < 70; call++) assert.is((await get(name)).status, 200);
});

/** Runs the script's download with a curl that ends as told, one `exit status` after the other; returns its pauses. */
async function download(app: TestApp, dir: string, outcomes: readonly string[]) {
  const tool = (file: string, text: string) =>
    writeFileSync(path.join(dir, file), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  writeFileSync(path.join(dir, 'outcomes'), outcomes.join('\n'));
  const take = `set -- $(head -n 1 ${dir}/outcomes); sed -i 1d ${dir}/outcomes`;
  const save = `[ "$1" = 0 ] && cp ${dir}/${name} "$out"`;
  // The third word is Retry-After.
  const head = `[ -z "$3" ] || printf 'HTTP/1.1 %s\\r\\nRetry-After: %s\\r\\n\\r\\n' "$2" "$3" >"$head"`;
  const options = `while [ "$1" != --dump-header ]; do shift; done; head=$2 out=$4`;
  tool('curl', `${options}; ${take}; ${save}; ${head}; printf %s "$2"; exit "$1"`);
  tool('sleep', `echo "$1" >>${dir}/pauses`);
  writeFileSync(path.join(dir, 'pauses'), '');
  const text = (await script(app)).replace('\nmain "$@"', `\nfile=${name} hash=${sha256}\ndownload`);
  const { status, stdout, stderr } = spawnSync('sh', ['-s'], {
    input: text,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${dir}:${process.env['PATH']}` },
  });
  const pauses = readFileSync(path.join(dir, 'pauses'), 'utf8').split('\n').filter(Boolean).map(Number);
  return { status, stdout, stderr, pauses };
}

test('a host among a thousand behind one address waits for its turn to download, at times of its own', async ({
  app,
  dir,
}) => {
  const turns = await download(app, dir, [...Array<string>(20).fill('22 503 40'), '0 200']);
  assert.equal([turns.status, turns.stderr, turns.pauses.length], [0, '', 20]);
  assert.ok(turns.pauses.every((secs) => secs >= 40 && secs < 65));
  assert.ok(new Set(turns.pauses).size > 5, String(turns.pauses));
  assert.match(turns.stdout, /serves other hosts first; waiting \d+ s/);
  const limited = await download(app, dir, ['22 429', '22 429 7', '22 503 99999', '0 200']);
  const [untold = 0, told = 0, far = 0] = limited.pauses;
  assert.ok(
    untold >= 60 && untold < 95 && told >= 7 && told < 15 && far >= 600 && far < 905,
    String(limited.pauses),
  );
  const busy = await download(app, dir, ['22 503', '7 000', '56 200', '0 200']);
  assert.equal([busy.status, busy.pauses], [0, [1, 2, 3]]);
  const unranged = await download(app, dir, ['56 200', '33 200', '0 200']);
  assert.equal([unranged.status, unranged.pauses], [0, [1, 2]]);
  const gone = await download(app, dir, ['22 404', '0 200']);
  assert.equal([gone.status, gone.pauses], [1, []]);
  assert.match(gone.stderr, 'failed to download');
  const never = await download(app, dir, Array<string>(200).fill('22 503 60'));
  assert.equal([never.status, never.pauses.length <= 90], [1, true]);
});

test('a manifest that would break out of the script is passed over', async ({ app, dir }) => {
  describeFiles(dir, [
    { ...described, name: "fleetmend-agent';reboot;'" },
    { ...described, sha256: '$(reboot)' },
  ]);
  assert.equal((await installer(app)).packages, []);
  assert.match(await script(app), "packages=''");
});

test('before the packages are made the line is there and says what is missing', async ({ app, dir }) => {
  rmSync(path.join(dir, 'manifest.json'));
  const { command, packages } = await installer(app);
  assert.match(command, 'install.sh');
  assert.equal(packages, []);
});

test('the line says where it sends hosts, and whether anybody has chosen that', async (world) => {
  const told = async (app: TestApp): Promise<unknown[]> => {
    const {
      manager_url: url,
      is_url_configured: isChosen,
      is_url_loopback: isLoopback,
    } = await installer(app);
    return [url, isChosen, isLoopback];
  };
  assert.equal(await told(world.app), [world.app.url.replace('http:', 'https:'), false, true]);
  for (const [url, isLoopback] of [
    ['https://patch.example.org', false],
    ['https://localhost:8443', true],
    ['https://[::1]:8443', true],
    ['https://127.8.0.1', true],
    ['https://10.0.4.2:8443', false],
  ] as const) {
    const app = await start(world, url);
    assert.equal(await told(app), [url, true, isLoopback]);
    await app.stop();
  }
});

test.run();
