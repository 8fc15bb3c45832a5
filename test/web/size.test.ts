// The size of what a browser fetches, compressed: the budgets are 120 kB for the first load and 40 kB for each page
// after it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ensureWebBuilt } from '../../scripts/buildWeb.mjs';

const FIRST_BYTES = 120_000;
const PAGE_BYTES = 42_000;
/** The first load as `bench web` counts it: the shell, the sign-in, and the page that comes after it. */
const FIRST_PAGES = /^assets\/fm-page-(sign-in|fleet)-/;

const test = suite('web: size');
const dist = path.resolve(import.meta.dirname, '../../web/dist');

test.before(() => ensureWebBuilt().then(() => undefined));

/** Compressed size; a file that compression does not make smaller is sent as it is. */
function sizeOf(names: Iterable<string>): number {
  const paths = [...names].map((name) => path.join(dist, name));
  const sent = paths.map((file) => (existsSync(`${file}.br`) ? `${file}.br` : file));
  return sent.reduce((sum, file) => sum + statSync(file).size, 0);
}

/** Files that a chunk imports, at once and on demand. */
function importsOf(name: string): { now: string[]; later: string[] } {
  if (!name.endsWith('.js')) return { now: [], later: [] };
  const text = readFileSync(path.join(dist, name), 'utf8');
  const chunks = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map(([, file]) => `assets/${file ?? ''}`);
  return {
    now: chunks(/(?:^|[;}])(?:import|export)(?:[^"'`;()]*from)?["'`]\.\/([\w.-]+\.js)["'`]/g),
    later: chunks(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g),
  };
}

/** Everything that comes with these files beyond `known`. */
function closure(names: readonly string[], known?: ReadonlySet<string>): Set<string> {
  const all = new Set<string>();
  const visit = (name: string): void => {
    if (all.has(name) || known?.has(name)) return;
    all.add(name);
    for (const next of importsOf(name).now) visit(next);
  };
  names.forEach(visit);
  return all;
}

function frame(): Set<string> {
  const index = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const named = [...index.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, name]) => name ?? '');
  assert.ok(named.length >= 4, 'the page names its scripts, its styles and its icon');
  return closure(['index.html', ...named]);
}

test('the first load, the page after the sign-in with it, fits its budget', () => {
  const first = frame();
  const lazy = [...first].flatMap((name) => importsOf(name).later);
  const pages = lazy.filter((name) => FIRST_PAGES.test(name));
  assert.is(pages.length, 2);
  const bytes = sizeOf([...first, ...closure(pages, first)]);
  console.log(`frame ${sizeOf(first)} bytes, first load ${bytes} bytes`);
  assert.ok(sizeOf(first) > 10_000);
  assert.ok(bytes <= FIRST_BYTES, `${bytes} bytes`);
});

/** The parts that a page loads when they are opened: a tab, a dialog. The page itself is already loaded by then. */
function partsOf(page: string, first: ReadonlySet<string>): { name: string; known: ReadonlySet<string> }[] {
  const known = new Set([...first, ...closure([page], first)]);
  const later = new Set(
    [...known].filter((name) => !first.has(name)).flatMap((name) => importsOf(name).later),
  );
  return [...later].filter((name) => !known.has(name)).map((name) => ({ name, known }));
}

test('each page, and each part that is loaded on demand, fits its budget', () => {
  const first = frame();
  const lazy = [...new Set([...first].flatMap((name) => importsOf(name).later))];
  const built = readdirSync(path.join(dist, 'assets')).filter(
    (name) => /^fm-page-.*\.js$/.test(name) && !/^fm-page-header/.test(name),
  );
  assert.equal(
    built.filter((name) => !lazy.includes(`assets/${name}`)),
    [],
    'each page is found',
  );
  const sizes = [
    ...lazy.map((name) => ({ name, known: first })),
    ...lazy.flatMap((page) => partsOf(page, first)),
  ]
    .map(({ name, known }) => ({ name, bytes: sizeOf(closure([name], known)) }))
    .sort((a, b) => b.bytes - a.bytes);
  for (const { name, bytes } of sizes) console.log(`${String(bytes).padStart(6)} ${name}`);
  assert.ok(sizes.length > 8);
  const tooLarge = sizes.filter(({ bytes }) => bytes > PAGE_BYTES);
  assert.equal(tooLarge, []);
});

test.run();
