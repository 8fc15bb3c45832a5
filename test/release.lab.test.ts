// tier: night
// needs: lab, release
// images: deb12sd-t0, el9-t0
// time-limit: 900
// A whole release of a copy of this checkout with keys made for it, as real package managers meet it.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { controllerAddress, lab, type LabHost } from './support/lab.ts';

const test = suite('a release');
const root = path.resolve(import.meta.dirname, '..');
const VERSION = '9.8.7';
const PORT = 8090;
const WHO = 'Releases <releases@example.org>';
let dir: string;
let published: string;
let server: Server;

test.before(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-release-'));
  published = path.join(dir, 'published');
  makeKeys();
  const checkout = copyOfCheckout();
  release(checkout);
  server = createServer((req, res) => {
    const file = path.join(published, path.normalize(new URL(req.url ?? '/', 'http://x').pathname));
    if (!existsSync(file)) return void res.writeHead(404).end();
    res.end(readFileSync(file));
  }).listen(PORT, controllerAddress);
  await once(server, 'listening');
});
test.after(async () => {
  server.close();
  await lab.down();
  rmSync(dir, { recursive: true, force: true });
});

const run = (cwd: string, file: string, ...args: string[]): string =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function makeKeys(): void {
  const home = path.join(dir, 'gnupg');
  mkdirSync(home, { mode: 0o700 });
  const make = ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', WHO, 'rsa3072', 'sign'];
  run(dir, 'gpg', '--homedir', home, ...make);
  run(dir, 'minisign', '-G', '-W', '-s', 'minisign.key', '-p', 'unused.pub');
}

/** A clone would lack what is not committed yet. */
function copyOfCheckout(): string {
  const to = path.join(dir, 'checkout');
  const files = run(root, 'git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const name of files.filter((one) => one !== '' && existsSync(path.join(root, one))))
    cpSync(path.join(root, name), path.join(to, name));
  for (const name of ['web/dist', 'web/dist-docs'])
    cpSync(path.join(root, name), path.join(to, name), { recursive: true });
  const changelog = path.join(to, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  writeFileSync(
    changelog,
    text.replace('\n## ', `\n## ${VERSION} (unreleased)\n\nA release of a test.\n\n## `),
  );
  symlinkSync(path.join(root, 'node_modules'), path.join(to, 'node_modules'));
  run(to, 'git', 'init', '--quiet');
  appendFileSync(path.join(to, '.git/info/exclude'), 'node_modules\n');
  run(to, 'git', 'add', '--all');
  run(to, 'git', '-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '-qm', 'All');
  return to;
}

function release(checkout: string, ...others: string[]): string {
  const keys = ['--gpg-key', 'releases@example.org', '--gnupg-home', path.join(dir, 'gnupg')];
  const where = ['--out', published, '--url', `http://${controllerAddress}:${PORT}`];
  const all = ['--version', VERSION, ...keys, '--minisign-key', path.join(dir, 'minisign.key'), ...where];
  return run(checkout, process.execPath, 'scripts/release/main.ts', '--fast', ...all, ...others);
}

/** Changes a published file for as long as `work` takes. */
async function whileChanged(name: string, work: () => Promise<void>): Promise<void> {
  const file = path.join(published, name);
  const before = readFileSync(file);
  const changed = Buffer.from(before);
  const at = Math.floor(changed.length / 2);
  changed[at] = (changed[at] ?? 0) ^ 1;
  writeFileSync(file, changed);
  try {
    await work();
  } finally {
    writeFileSync(file, before);
  }
}

test('version and date are written, and a checkout with changes is refused', () => {
  const checkout = path.join(dir, 'checkout');
  const today = new Date().toISOString().slice(0, 7);
  assert.match(readFileSync(path.join(checkout, 'CHANGELOG.md'), 'utf8'), `## ${VERSION} (${today}`);
  assert.match(run(checkout, 'git', 'diff', '--stat'), 'package-lock.json');
  assert.throws(() => release(checkout), /has changes that are not committed/);
});

test('sums and signatures of what is published hold', () => {
  const checked = run(published, 'sha256sum', '--check', '--strict', 'SHA256SUMS');
  for (const name of [`apt/pool/fleetmend_${VERSION}_amd64.deb`, `fleetmend-${VERSION}-x64.tar.gz`])
    assert.match(checked, `${name}: OK`);
  run(published, 'minisign', '-V', '-p', 'minisign.pub', '-m', 'SHA256SUMS');
});

test('apt installs the manager from it, and refuses a list or a package that was changed', async () => {
  const host = await lab.up('apt', '10.77.0.11', { image: 'debian12-systemd', diskSize: '2g' });
  await host.writeFile('/etc/apt/sources.list', '');
  await host.writeFile(
    '/etc/apt/sources.list.d/fleetmend.sources',
    readFileSync(path.join(published, 'fleetmend.sources'), 'utf8'),
  );
  const update = ['apt-get', 'update', '--error-on=any'];
  assert.match((await host.exec(update)).stdout, /NO_PUBKEY|not signed/, 'nothing without the key');
  await host.writeFile(
    '/etc/apt/keyrings/fleetmend.asc',
    readFileSync(path.join(published, 'fleetmend.asc'), 'utf8'),
  );
  await whileChanged('apt/dists/stable/InRelease', async () =>
    assert.is.not((await host.exec(update)).code, 0),
  );
  await host.run(update);
  const install = ['apt-get', 'install', '-y', 'fleetmend'];
  await whileChanged(`apt/pool/fleetmend_${VERSION}_amd64.deb`, async () => {
    const { code, stderr } = await host.exec(install);
    assert.is.not(code, 0);
    assert.match(stderr, 'Hash Sum mismatch');
  });
  await host.run(install);
  assert.is(await host.run(['fleetmend', '--version']), `${VERSION}\n`);
  assert.match(await host.run(['apt-cache', 'policy', 'fleetmend-agent']), `Candidate: ${VERSION}`);
  await assertCarried(host);
  await host.down();
});

/** The agent's .rpm that the manager carries is the signed one of the repository. */
async function assertCarried(host: LabHost): Promise<void> {
  const parts = JSON.parse(await host.readFile('/usr/lib/fleetmend/agents/x64/parts.json')) as {
    packages: { name: string; sha256: string }[];
  };
  const sums = readFileSync(path.join(published, 'SHA256SUMS'), 'utf8');
  assert.is(parts.packages.length, 2);
  for (const { name, sha256 } of parts.packages)
    assert.match(sums, new RegExp(`^${sha256} {2}\\S+/${name.replaceAll('.', '\\.')}$`, 'm'));
}

test('dnf installs the agent from it, and refuses a list or a package that was changed', async () => {
  const host = await lab.up('dnf', '10.77.0.12', { image: 'el9' });
  const source = readFileSync(path.join(published, 'fleetmend.repo'), 'utf8');
  await host.writeFile('/etc/yum.repos.d/fleetmend.repo', source);
  const install = ['dnf', '-y', '--repo', 'fleetmend', 'install', 'fleetmend-agent'];
  const refused = async (): Promise<void> => {
    const { code, stdout, stderr } = await host.exec(install);
    assert.is.not(code, 0, stdout + stderr);
    assert.is.not((await host.exec(['rpm', '-q', 'fleetmend-agent'])).code, 0);
    await host.run(['dnf', 'clean', 'all']);
  };
  await whileChanged('rpm/repodata/repomd.xml', refused);
  await whileChanged(`rpm/packages/fleetmend-agent-${VERSION}-1.x86_64.rpm`, refused);
  await host.run(install);
  assert.match(await host.run(['rpm', '-qi', 'fleetmend-agent']), /Signature\s*: RSA/);
  assert.is(await host.run(['fleetmend-agent', '--version']), `${VERSION}\n`);
  await host.down();
});

test.run();
