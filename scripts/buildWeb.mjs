// node scripts/buildWeb.mjs: builds the web UI into web/dist if its sources changed since the last build. The
// quickstart, the test runner and the browser tests call it too, possibly at the same time.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { continueUnderNode24, ensureDependencies, isMain, projectRoot } from './bootstrap.mjs';

const dist = path.join(projectRoot, 'web/dist');
const stampFile = path.join(dist, '.stamp');
const lockDir = path.join(projectRoot, '.cache/web-build.lock');
const staleLockMs = 120_000;
const compressible = /\.(js|css|html|svg|json|txt)$/;

/** Builds unless web/dist holds these very sources. Returns whether it built. Throws with the bundler's message. */
export async function ensureWebBuilt({ log = () => undefined } = {}) {
  if (readStamp() === sourceHash()) return false;
  return withLock(async () => {
    // Another process may have built while this one waited.
    const wanted = sourceHash();
    if (readStamp() === wanted) return false;
    log('building the web UI ...');
    await build(wanted);
    return true;
  });
}

/** What web/dist holds: nothing, a build of other sources, or one of these. */
export function webBuild() {
  if (!existsSync(path.join(dist, 'index.html'))) return 'missing';
  return readStamp() === sourceHash() ? 'current' : 'stale';
}

async function build(stamp) {
  const { build: viteBuild } = await import('vite');
  const target = path.join(projectRoot, `web/dist-${process.pid}`);
  const old = `${target}-old`;
  try {
    await viteBuild({
      configFile: path.join(projectRoot, 'vite.config.ts'),
      root: path.join(projectRoot, 'web'),
      logLevel: 'warn',
      mode: 'production',
      build: { outDir: target },
    });
    await compressAll(target);
    writeFileSync(path.join(target, '.stamp'), stamp);
    // A manager that starts meanwhile sees the old build or the new one, never half of one.
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(target, dist);
  } finally {
    rmSync(target, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** Compresses files once here rather than at each request: `x.br` and `x.gz` beside `x`. */
async function compressAll(folder) {
  const files = walk(folder).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const data = readFileSync(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(data, quality),
        promisify(gzip)(data, { level: 9 }),
      ]);
      if (br.length < data.length) writeFileSync(`${file}.br`, br);
      if (gz.length < data.length) writeFileSync(`${file}.gz`, gz);
    }),
  );
}

function sourceHash() {
  const hash = createHash('sha256');
  const plugins = path.join(projectRoot, 'plugins');
  const pluginPages = readdirSync(plugins)
    .map((name) => path.join(plugins, name, 'web'))
    .filter((folder) => existsSync(folder));
  const folders = [path.join(projectRoot, 'web'), ...pluginPages];
  const single = [
    'generated/manager.ts',
    'generated/managerOperations.ts',
    'vite.config.ts',
    'package-lock.json',
  ];
  const files = [...folders.flatMap(walk), ...single.map((name) => path.join(projectRoot, name))];
  for (const file of files.sort()) {
    if (/\.(test\.ts|md)$/.test(file)) continue;
    hash.update(file.slice(projectRoot.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return /^(dist.*|node_modules|\..*)$/.test(entry.name) ? [] : walk(file);
    return [file];
  });
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}

async function withLock(work) {
  mkdirSync(path.dirname(lockDir), { recursive: true });
  while (!tryLock()) await new Promise((resolve) => setTimeout(resolve, 100));
  try {
    return await work();
  } finally {
    rmSync(lockDir, { recursive: true, force: true });
  }
}

function tryLock() {
  try {
    mkdirSync(lockDir);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    // A build that was killed leaves its lock behind.
    if (Date.now() - statSync(lockDir).mtimeMs > staleLockMs)
      rmSync(lockDir, { recursive: true, force: true });
  } catch {
    // released in this very moment
  }
  return false;
}

if (isMain(import.meta.url)) {
  await ensureDependencies();
  await continueUnderNode24();
  const built = await ensureWebBuilt({ log: console.log });
  console.log(built ? 'web/dist is built' : 'web/dist is up to date');
}
