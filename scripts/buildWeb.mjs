// node scripts/buildWeb.mjs: builds the web UI into web/dist, and the documentation into web/dist-docs, if their sources
// changed since the last build. The quickstart, the test runner and the browser tests call it too, possibly at the same time.
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

const lockDir = path.join(projectRoot, '.cache/web-build.lock');
const staleLockMs = 120_000;
const compressible = /\.(js|css|html|svg|json|txt)$/;

/** What is built: a folder, the sources that it is made of, and how it is made. */
const ui = { dist: path.join(projectRoot, 'web/dist'), sources: uiSources, make: makeUi, keepsPlain: true };
const docs = {
  dist: path.join(projectRoot, 'web/dist-docs'),
  sources: docsSources,
  make: makeDocs,
  keepsPlain: false,
};

/** Builds what does not hold these very sources. Returns whether it built. Throws with the bundler's message. */
export async function ensureWebBuilt({ log = () => undefined } = {}) {
  const built = await ensureBuilt(ui, () => log('building the web UI ...'));
  return (await ensureBuilt(docs, () => log('building the documentation ...'))) || built;
}

async function ensureBuilt(part, tell) {
  if (isCurrent(part)) return false;
  return withLock(async () => {
    // Another process may have built while this one waited.
    if (isCurrent(part)) return false;
    tell();
    await build(part);
    return true;
  });
}

/** What web/dist and web/dist-docs hold: nothing, a build of other sources, or one of these. */
export function webBuild() {
  const parts = [ui, docs];
  if (parts.some(({ dist }) => !existsSync(path.join(dist, '.stamp')))) return 'missing';
  return parts.every(isCurrent) ? 'current' : 'stale';
}

async function build({ dist, sources, make, keepsPlain }) {
  const stamp = hashOf(sources());
  const target = `${dist}-${process.pid}`;
  const old = `${target}-old`;
  try {
    await make(target);
    await compressAll(target, keepsPlain);
    writeFileSync(path.join(target, '.stamp'), stamp);
    // A manager that starts meanwhile sees the old build or the new one, never half of one.
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(target, dist);
  } finally {
    rmSync(target, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

async function makeUi(target) {
  const { build: viteBuild } = await import('vite');
  await viteBuild({
    configFile: path.join(projectRoot, 'vite.config.ts'),
    root: path.join(projectRoot, 'web'),
    logLevel: 'warn',
    mode: 'production',
    build: { outDir: target },
  });
  // The page About names the packages of both.
  const { searchLicence } = await import('./docs/site.ts');
  const file = path.join(target, 'licences.json');
  const licences = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify([...licences, searchLicence(projectRoot)]));
}

async function makeDocs(target) {
  const { buildSite } = await import('./docs/site.ts');
  await buildSite(projectRoot, target);
}

/**
 * Compresses files once here rather than at each request: `x.br` and `x.gz` beside `x`, or `x.br` alone in its place.
 */
async function compressAll(folder, keepsPlain) {
  const files = walk(folder).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const data = readFileSync(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(data, quality),
        keepsPlain ? promisify(gzip)(data, { level: 9 }) : data,
      ]);
      if (br.length < data.length) writeFileSync(`${file}.br`, br);
      if (gz.length < data.length) writeFileSync(`${file}.gz`, gz);
      if (!keepsPlain && br.length < data.length) rmSync(file);
    }),
  );
}

function uiSources() {
  const plugins = path.join(projectRoot, 'plugins');
  const pluginPages = readdirSync(plugins)
    .map((name) => path.join(plugins, name, 'web'))
    .filter((folder) => existsSync(folder));
  const folders = [path.join(projectRoot, 'web'), ...pluginPages];
  const files = folders.flatMap(walk).filter((file) => !/\.(test\.ts|md)$|^web\/docs\//.test(relative(file)));
  return [
    ...files,
    ...named('generated/manager.ts', 'generated/managerOperations.ts', 'vite.config.ts', 'package-lock.json'),
  ];
}

function docsSources() {
  const folders = named('docs', 'scripts/docs', 'web/docs');
  return [
    ...folders.flatMap(walk).filter((file) => !file.endsWith('.test.ts')),
    ...named(
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'web/README.md',
      'web/tokens/tokens.css',
      'package-lock.json',
    ),
  ];
}

const named = (...names) => names.map((name) => path.join(projectRoot, name));
const relative = (file) => path.relative(projectRoot, file);

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(`/${relative(file)}`)
      .update('\0')
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return /^(dist.*|node_modules|\..*)$/.test(entry.name) ? [] : walk(file);
    return [file];
  });
}

function isCurrent({ dist, sources }) {
  try {
    return readFileSync(path.join(dist, '.stamp'), 'utf8') === hashOf(sources());
  } catch {
    // there is no build yet
    return false;
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
  console.log(built ? 'web/dist and web/dist-docs are built' : 'web/dist and web/dist-docs are up to date');
}
