import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readImports, sourceFolders } from '../tests/graph.ts';
import { task } from '../tests/tests.testing.ts';
import { inOrder, isMutable, mutableFiles } from './choice.ts';
import { readEquivalents } from './plan.ts';
import { readOptions } from './options.ts';
import { hashOf } from './recording.ts';
import type { Recording } from './recording.ts';
import { distance, Suites } from './suites.ts';

const world = { root: '' };

function write(file: string, text: string): void {
  mkdirSync(path.join(world.root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(world.root, file), text);
}

const test = suite('choice of faults and suites');

test.before.each(() => {
  world.root = mkdtempSync(path.join(tmpdir(), 'mutate-test-'));
  for (const folder of sourceFolders) mkdirSync(path.join(world.root, folder));
  write('server/core/a.ts', 'if (a === b) save(a);\nif (c && d) record(d, 1 + e);\n');
  write('plugins/users/b.ts', 'export const x = a < b;\n');
  write('agent/c.ts', 'run();\n');
});

test.after.each(() => rmSync(world.root, { recursive: true, force: true }));

const names = (seed: number): string[] =>
  [...inOrder(world.root, mutableFiles(world.root, []), seed)].map(({ id }) => id);

test('the seed alone decides on the order, and an edit leaves the order of the others', () => {
  const before = names(1);
  assert.equal(names(1), before);
  assert.not.equal(names(2), before);
  write('agent/c.ts', '// a line above\n\nrun();\n');
  assert.equal(names(1), before);
});

test('no fault goes into tests, what they use, pages, migrations and other folders', () => {
  const refused = [
    'server/core/a.test.ts',
    'server/core/a.testing.ts',
    'agent/testing/a.ts',
    'agent/simulator/a.ts',
    'plugins/users/web/a.ts',
    'plugins/users/migrations/001_a.ts',
    'scripts/a.ts',
  ];
  assert.equal(refused.filter(isMutable), []);
  assert.ok(isMutable('plugins/users/service/a.ts'));
});

test('--only takes a folder or a file, and names one that has none', () => {
  assert.equal(mutableFiles(world.root, ['plugins/users/', 'agent/c.ts']), [
    'agent/c.ts',
    'plugins/users/b.ts',
  ]);
  assert.throws(() => mutableFiles(world.root, ['plugins/user']), /--only plugins\/user:/);
});

test('a suite is near by its name, then by its folder', () => {
  const suites = ['a/b/x.test.ts', 'a/b/y.test.ts', 'a/y.test.ts', 'c/y.test.ts'];
  assert.equal(
    suites.map((name) => distance('a/b/x.ts', name)),
    [-1, 0, 1, 3],
  );
});

const file = 'agent/c.ts';

function recording(name: string, changes: Partial<Recording> = {}): [string, Recording] {
  write(name, name);
  const files = { [file]: { hash: hashOf('run();\n'), lines: '1-3' } };
  return [name, { suite: name, hash: hashOf(name), durationMs: 1000, lost: [], files, ...changes }];
}

function chosen(recordings: [string, Recording][], others: string[] = []): string[] {
  const tasks = [...recordings.map(([name]) => name), ...others].map((name) =>
    task('', { name, file: name }),
  );
  const { root } = world;
  const suites = new Suites({
    root,
    tasks,
    recordings: new Map(recordings),
    imports: readImports(root),
    records: { 'test/new.test.ts': { ms: 1, cpuMs: 1, opened: ['agent/main.ts', 'docs/**'] } },
  });
  return suites
    .of({ file, line: 3 })
    .map(({ task: { name }, isCertain }) => (isCertain ? name : `perhaps ${name}`));
}

test('suites that execute the line come near before far, and cheap before dear in one folder', () => {
  const found = chosen([
    recording('test/far.test.ts'),
    recording('agent/dear.test.ts', { durationMs: 9000 }),
    recording('agent/other.test.ts', { files: { [file]: { hash: hashOf('run();\n'), lines: '1,2' } } }),
    recording('agent/cheap.test.ts'),
  ]);
  assert.equal(found, ['agent/cheap.test.ts', 'agent/dear.test.ts', 'test/far.test.ts']);
});

test('last come those that may execute it: without a recording, with an old one, or with a lost process', () => {
  write('test/new.test.ts', '');
  write('agent/main.ts', "import './c.ts';\nimport type { D } from './d.ts';");
  write('test/typesOnly.test.ts', "import type { C } from '../agent/c.ts';");
  const found = chosen(
    [
      recording('agent/killed.test.ts', { files: {}, lost: ['agent/main.ts'] }),
      recording('test/certain.test.ts'),
      recording('agent/old.test.ts', { files: { [file]: { hash: 'other', lines: '1' } } }),
    ],
    ['test/new.test.ts', 'test/typesOnly.test.ts'],
  );
  const perhaps = ['agent/killed.test.ts', 'agent/old.test.ts', 'test/new.test.ts'].map(
    (name) => `perhaps ${name}`,
  );
  assert.equal(found, ['test/certain.test.ts', ...perhaps]);
});

test('wrong arguments are told', () => {
  assert.throws(() => readOptions(['--count', '0']), /--count is a whole number/);
  assert.is(readOptions(['--record']).tier, 'all');
  assert.is(readOptions(['--record', '--tier', 'day']).tier, 'day');
  assert.throws(() => readOptions(['--tier', 'week']), /--tier is day or all/);
  assert.throws(() => readOptions(['plugins/users']), /for --record only/);
  assert.throws(() => readOptions(['--sed', '1']), /--sed/);
  assert.equal(readOptions(['--record', 'a', 'b']).patterns, ['a', 'b']);
});

test('an equivalent fault needs a reason', () => {
  write('list.json', JSON.stringify([{ file, was: 'a', now: 'b' }]));
  assert.throws(() => readEquivalents(path.join(world.root, 'list.json')), /entry 1 needs .*"reason"/);
  assert.ok(Array.isArray(readEquivalents()));
});

test.run();
