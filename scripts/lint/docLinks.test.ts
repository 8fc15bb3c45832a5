// Every link between pages of the repository leads to a file that exists and, where it names one, to a heading in it.
// Every page of docs/ can be reached from its front page, and takes ten minutes unless it is a reference.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const root = path.resolve(import.meta.dirname, '../..');
const FRONT = 'docs/README.md';
/** What people read from one end to the other stays below this; tables are counted without their padding. */
const MOST_BYTES = 14_500;
/** Pages in which one looks something up. */
const REFERENCES = [
  'docs/benchmarks.md',
  'docs/test-runs.md',
  'docs/automate/api.md',
  'docs/extend/plugins.md',
  'docs/run/exposure.md',
  'docs/secure/security.md',
  'docs/understand/field-conditions.md',
  'docs/understand/job-states.md',
];

const test = suite('links of the documentation');

const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => /(?:^|\/)(?:node_modules|data|dist|\.lab|\.cache)$/.test(name),
}).sort();
const textOf = (page: string): string => readFileSync(path.join(root, page), 'utf8');

const proseOf = (page: string): string => textOf(page).replaceAll(/^ *```[^]*?^ *```$/gm, '');

/** The names that GitHub gives to the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const names = [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  });
  return new Set(names);
}

const targetsOf = (page: string): string[] =>
  [
    ...proseOf(page)
      .replaceAll(/`[^`\n]*`/g, '``')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

function faultOf(page: string, target: string): string | null {
  const [name = '', anchor] = target.split('#');
  const file = name === '' ? page : path.join(path.dirname(page), name);
  if (!existsSync(path.join(root, file))) return `${page}: ${target} does not exist`;
  if (anchor === undefined || !file.endsWith('.md')) return null;
  return anchorsOf(file).has(anchor) ? null : `${page}: ${target} names no heading`;
}

test('each link leads somewhere', () => {
  assert.ok(pages.length > 100, `${pages.length} pages`);
  const faults = pages.flatMap((page) => targetsOf(page).map((target) => faultOf(page, target)));
  assert.equal(
    faults.filter((fault) => fault !== null),
    [],
  );
});

test('each page of docs/ is named on its front page, or for contributors', () => {
  const named = [
    ...targetsOf(FRONT).map((target) => path.join('docs', target)),
    ...targetsOf('CONTRIBUTING.md'),
  ];
  const docs = pages.filter((page) => page.startsWith('docs/') && page !== FRONT);
  assert.equal(
    docs.filter((page) => !named.some((name) => page === name || page.startsWith(`${name}/`))),
    [],
  );
});

test('each page of docs/ takes ten minutes', () => {
  const long = pages
    .filter((page) => page.startsWith('docs/') && !/^docs\/(?:sdk|decisions)\//.test(page))
    .filter((page) => !REFERENCES.includes(page))
    .map((page) => [page, textOf(page).replaceAll(/ {2,}|-{4,}/g, ' ').length] as const)
    .filter(([, bytes]) => bytes > MOST_BYTES);
  assert.equal(long, []);
  for (const page of REFERENCES) assert.ok(statSync(path.join(root, page)).size > MOST_BYTES / 3, page);
});

test.run();
