import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { ensureWebBuilt } from '../../scripts/buildWeb.mjs';
import { controllerAddress } from './lab.ts';
import { renameOrUseOther } from './kept.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, '.cache/releases');
const PORT = 8090;
const WHO = 'releases@example.org';

/** Two releases of this checkout, as `npm run release` has made them one after the other into the same folder. */
export const VERSIONS = ['9.8.7', '9.8.8'] as const;
/** What stands for the folder's address in the documentation, and what the lab serves it under. */
export const DOCUMENTED_URL = 'https://packages.example.org/fleetmend';
export const RELEASE_URL = `http://${controllerAddress}:${PORT}`;

export interface Releases {
  /** The folder after the first release, and after both. */
  first: string;
  both: string;
  /** Of the clone that both were made in, which is as the second left it. */
  checkout: string;
  /** Releases again from that clone; throws with what was said. */
  again: (version: string, ...flags: string[]) => string;
}

/** Makes both releases with keys of their own, once for all suites until a source changes: some minutes. */
export async function makeReleases(): Promise<Releases> {
  await ensureWebBuilt();
  const sources = filesOfCheckout();
  const dir = path.join(cache, hashOf(sources));
  if (!existsSync(dir)) {
    mkdirSync(cache, { recursive: true });
    for (const name of readdirSync(cache).filter((one) => !one.startsWith('.new-')))
      rmSync(path.join(cache, name), { recursive: true, force: true });
    const work = mkdtempSync(path.join(cache, '.new-'));
    try {
      releaseBoth(work, sources);
      renameOrUseOther(work, dir);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const [first, both, checkout] = ['first', 'published', 'checkout'].map((name) => path.join(dir, name));
  if (!first || !both || !checkout) throw new Error('unreachable');
  return { first, both, checkout, again: (version, ...flags) => release(dir, version, ...flags) };
}

/** A clone would lack what is not committed yet. */
function filesOfCheckout(): string[] {
  const files = execute(root, 'git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
    '\0',
  );
  const isInPackages = (name: string): boolean =>
    name !== '' && !/^(?:test|bench|scripts\/tests)\/|\.test\.ts$/.test(name);
  return files.filter((name) => isInPackages(name) && existsSync(path.join(root, name))).sort();
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const name of files) hash.update(name).update(readFileSync(path.join(root, name)));
  return hash.digest('hex').slice(0, 16);
}

function releaseBoth(dir: string, files: readonly string[]): void {
  const checkout = path.join(dir, 'checkout');
  for (const name of files) cpSync(path.join(root, name), path.join(checkout, name));
  for (const name of ['web/dist', 'web/dist-docs'])
    cpSync(path.join(root, name), path.join(checkout, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  const changelog = path.join(checkout, 'CHANGELOG.md');
  const headings = VERSIONS.map((version) => `## ${version} (unreleased)\n\nA release of a test.\n`).join(
    '\n',
  );
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('\n## ', `\n${headings}\n## `));
  execute(checkout, 'git', 'init', '--quiet');
  appendFileSync(path.join(checkout, '.git/info/exclude'), 'node_modules\n');
  makeKeys(dir);
  const [first, second] = VERSIONS;
  commitAll(checkout);
  release(dir, first);
  execute(dir, 'cp', '-al', 'published', 'first');
  commitAll(checkout);
  release(dir, second);
}

function makeKeys(dir: string): void {
  const home = path.join(dir, 'gnupg');
  mkdirSync(home, { mode: 0o700 });
  const make = ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', WHO, 'rsa3072', 'sign'];
  execute(dir, 'gpg', '--homedir', home, ...make);
  execute(dir, 'minisign', '-G', '-W', '-s', 'minisign.key', '-p', 'unused.pub');
}

function commitAll(checkout: string): void {
  execute(checkout, 'git', 'add', '--all');
  const who = ['-c', 'user.name=Test', '-c', `user.email=${WHO}`];
  execute(checkout, 'git', ...who, 'commit', '-qm', 'All');
}

function release(dir: string, version: string, ...flags: string[]): string {
  const keys = ['--gpg-key', WHO, '--gnupg-home', path.join(dir, 'gnupg')];
  const where = ['--out', path.join(dir, 'published'), '--url', RELEASE_URL];
  const all = ['--version', version, ...keys, '--minisign-key', path.join(dir, 'minisign.key'), ...where];
  try {
    return execute(
      path.join(dir, 'checkout'),
      process.execPath,
      'scripts/release/main.ts',
      '--fast',
      ...all,
      ...flags,
    );
  } finally {
    // GnuPG leaves it running for ten minutes, at the place where the folder was.
    execute(dir, 'gpgconf', '--homedir', path.join(dir, 'gnupg'), '--kill', 'gpg-agent');
  }
}

const execute = (cwd: string, file: string, ...args: string[]): string =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 << 20 });

/** A release folder as hosts of the lab reach it, below {@link RELEASE_URL}. */
export interface ServedRelease {
  /** Serves another folder from now on. */
  publish: (folder: string) => void;
  /** Flips a bit in the middle of a file for as long as `work` takes; the file itself stays as it is. */
  whileChanged: (name: string, work: () => Promise<void>) => Promise<void>;
  close: () => void;
}

export async function serveRelease(folder: string): Promise<ServedRelease> {
  let served = folder;
  let changed: string | null = null;
  const server = createServer((req, res) => {
    const name = path.normalize(decodeURIComponent(new URL(req.url ?? '/', 'http://x').pathname));
    const file = path.join(served, name);
    if (!existsSync(file)) return void res.writeHead(404).end();
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    if (name === `/${changed}`) bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    res.end(bytes);
  }).listen(PORT, controllerAddress);
  await once(server, 'listening');
  return {
    publish: (next) => void (served = next),
    whileChanged: async (name, work) => {
      changed = name;
      await work().finally(() => (changed = null));
    },
    close: () => void server.close(),
  };
}
