import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { repository, task } from './tests.testing.ts';
import { changesSince, Distances } from './change.ts';
import { importsOf, reach } from './graph.ts';
import { readKept } from './records.ts';
import { findTasks } from './tasks.ts';

const root = path.resolve(import.meta.dirname, '../..');
const test = suite('which suites a change concerns');

test('a source loads what it imports, by name or at work, and what it addresses beside itself, but no types', () => {
  const text = `
import { a } from './a.ts';
import type { B } from './b.ts';
export * from '../c.ts';
import './d.ts';
import {
  e,
} from './e.ts';
const f = await import('./f.ts');
const g = new URL('../g.json', import.meta.url);
import express from 'express';
`;
  assert.equal(importsOf('x/y/z.ts', text), [
    'x/y/a.ts',
    'x/c.ts',
    'x/y/d.ts',
    'x/y/e.ts',
    'x/y/f.ts',
    'x/g.json',
  ]);
});

test('the way to a file is as long as the imports between, circles included', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['c', 'a']],
    ['c', ['d']],
  ]);
  assert.equal(
    [...reach(graph, ['a'])],
    [
      ['a', 0],
      ['b', 1],
      ['c', 1],
      ['d', 2],
    ],
  );
});

test('what changed since a commit is told, committed or not; an unknown commit is told too', () => {
  const { folder, git } = repository({
    'kept.ts': '1',
    'changed.ts': '1',
    'gone.ts': '1',
    '.gitignore': 'made',
  });
  try {
    const first = git('rev-parse', 'HEAD');
    assert.equal(changesSince(folder, 'HEAD'), []);
    writeFileSync(path.join(folder, 'changed.ts'), '2');
    git('commit', '-qam', 'second');
    rmSync(path.join(folder, 'gone.ts'));
    writeFileSync(path.join(folder, 'new name.ts'), '1');
    writeFileSync(path.join(folder, 'made'), '1');
    assert.equal(changesSince(folder, first), [
      { file: 'changed.ts', isNewName: false },
      { file: 'gone.ts', isNewName: true },
      { file: 'new name.ts', isNewName: true },
    ]);
    assert.is(changesSince(folder, 'f00f00f00f00'), null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a suite is as far from a change as its nearest way: imports, opened files, lists of folders', () => {
  const { folder } = repository({
    'server/a.test.ts': "import './b.ts';",
    'server/b.ts': "import './c.ts';",
    'server/c.ts': '',
    'server/main.ts': "import './c.ts';\nimport './d.ts';",
    'server/d.ts': '',
  });
  try {
    const opened = ['server/main.ts', 'docs/', 'web/**', 'plugins/*/web/**'];
    const record = { ms: 1, cpuMs: 1, opened };
    const distances = new Distances(folder, { known: record, lab: record });
    const own = { file: 'server/a.test.ts' };
    const known = task('', { name: 'known', ...own });
    const of = (file: string, isNewName = false): number => distances.of(known, [{ file, isNewName }]);
    assert.equal(
      ['server/a.test.ts', 'server/b.ts', 'server/c.ts', 'server/main.ts', 'server/d.ts'].map((file) =>
        of(file),
      ),
      [0, 1, 2, 2, 3],
    );
    assert.equal([of('docs/a.md'), of('docs/a.md', true), of('docs/x/a.md', true)], [Infinity, 2, Infinity]);
    assert.equal([of('web/x/y.ts'), of('plugins/a/web/x.ts'), of('plugins/a/b/web/x.ts')], [2, 2, Infinity]);
    assert.equal([of('package-lock.json'), of('README.md')], [1_000, Infinity]);
    assert.is(
      distances.of(known, [
        { file: 'server/d.ts', isNewName: false },
        { file: 'server/b.ts', isNewName: false },
      ]),
      1,
    );
    const unknown = task('', { name: 'unknown', ...own });
    assert.is(distances.of(unknown, [{ file: 'README.md', isNewName: false }]), 1_000);
    assert.is(distances.of(unknown, []), Infinity);
    const lab = task('', { name: 'lab', ...own, needs: ['lab'] });
    assert.is(distances.of(lab, [{ file: 'test/lab/make-base.sh', isNewName: false }]), 2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Plants a change in ten kinds of files of this very project: what must run, and what need not. Of what the suites open
 * it knows what the tree keeps.
 */
const PLANTED: readonly { file: string; runs: string[]; not: string[] }[] = [
  {
    file: 'server/kernel/clock.ts',
    runs: [
      'check:types',
      'server/core/hosts/hosts.test.ts',
      'server/core/hosts/hosts.test.ts (mariadb)',
      'test/web/signIn.web.test.ts',
    ],
    not: [
      'check:openapi-redocly',
      'agent/packages/apt/plan/planner.lab.test.ts',
      'agent/journal/journal.test.ts',
    ],
  },
  {
    file: 'plugins/users/service/accounts.ts',
    runs: ['plugins/users/users.test.ts', 'test/web/users.web.test.ts', 'test/contractWalk.test.ts'],
    not: ['server/core/hosts/hosts.test.ts', 'agent/packages/apt/plan/planner.lab.test.ts'],
  },
  {
    file: 'server/core/hosts/migrations/001_create_tables.ts',
    runs: [
      'server/core/hosts/hosts.test.ts',
      'server/core/hosts/hosts.test.ts (mariadb)',
      'test/web/signIn.web.test.ts',
    ],
    not: ['agent/journal/journal.test.ts', 'server/kernel/clock.test.ts'],
  },
  {
    file: 'generated/manager.json',
    runs: [
      'check:generated',
      'test/contract.test.ts',
      'server/core/hosts/hosts.test.ts',
      'test/web/signIn.web.test.ts',
      'check:openapi-spectral',
    ],
    not: ['agent/journal/journal.test.ts'],
  },
  {
    file: 'agent/packages/apt/plan/planner.ts',
    runs: ['agent/packages/apt/plan/planner.lab.test.ts'],
    not: ['server/core/hosts/hosts.test.ts', 'test/web/signIn.web.test.ts'],
  },
  {
    file: 'web/components/fm-table/fm-table.ts',
    runs: ['check:web-build', 'check:types-web', 'test/web/signIn.web.test.ts', 'test/web/users.web.test.ts'],
    not: ['server/core/hosts/hosts.test.ts', 'agent/packages/apt/plan/planner.lab.test.ts'],
  },
  {
    file: 'test/lab/host-init.pl',
    runs: ['agent/packages/apt/plan/planner.lab.test.ts', 'test/lab/hosts.lab.test.ts'],
    not: ['server/core/hosts/hosts.test.ts', 'test/web/signIn.web.test.ts', 'check:types'],
  },
  {
    file: 'test/support/browser.ts',
    runs: ['test/web/signIn.web.test.ts', 'test/web/users.web.test.ts'],
    not: ['server/core/hosts/hosts.test.ts', 'agent/packages/apt/plan/planner.lab.test.ts'],
  },
  {
    file: 'docs/automate/api.md',
    runs: ['test/contract.test.ts', 'check:oxfmt'],
    not: ['check:types', 'server/core/hosts/hosts.test.ts', 'test/web/signIn.web.test.ts'],
  },
  {
    file: 'scripts/quickstartRun.ts',
    runs: ['test/quickstart.test.ts', 'check:eslint'],
    not: ['server/core/hosts/hosts.test.ts', 'test/web/signIn.web.test.ts'],
  },
];

test('a change in each of ten kinds of files leads to the right suites', () => {
  const tasks = new Map(findTasks(root, []).map((one) => [one.name, one]));
  const distances = new Distances(root, readKept(root));
  for (const { file, runs, not } of PLANTED) {
    const isConcerned = (name: string): boolean => {
      const one = tasks.get(name);
      assert.ok(one, `there is a suite ${name}`);
      return distances.of(one, [{ file, isNewName: false }]) < Infinity;
    };
    assert.equal([file, runs.filter((name) => !isConcerned(name))], [file, []], 'these run');
    assert.equal([file, not.filter(isConcerned)], [file, []], 'these need not run');
  }
  const all = [...tasks.values()].filter(({ kind }) => kind === 'suite');
  const lock = [{ file: 'package-lock.json', isNewName: false }];
  assert.equal(
    all.filter((one) => distances.of(one, lock) === Infinity),
    [],
    'the packages concern all',
  );
});

test.run();
