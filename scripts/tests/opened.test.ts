import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openedOf, readTrace } from './opened.ts';
import { repository } from './tests.testing.ts';

const test = suite('what a suite is known to open');

const others = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`web/core/${index}.ts`, '']));
const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`web/pages/${index}.ts`, '']));

test('the list leaves out what imports lead to and what all use, and names whole folders', () => {
  const { folder } = repository({
    'server/a.test.ts': "import './b.ts';",
    'server/b.ts': '',
    'server/main.ts': "import './part.ts';",
    'server/part.ts': '',
    'docs/api.md': '',
    ...many,
    ...others,
  });
  try {
    const opened = [
      'server/a.test.ts',
      'server/b.ts',
      'server/part.ts',
      'server/main.ts',
      'docs/',
      'gone/x.ts',
    ];
    const list = openedOf(folder, 'server/a.test.ts', [
      ...opened,
      ...Object.keys(many).slice(1),
      'plugins/*/web/**',
      'package-lock.json',
    ]);
    assert.equal(list, ['docs/', 'gone/x.ts', 'plugins/*/web/**', 'server/main.ts', 'web/pages/**'].sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a trace tells files and folders of the project, in lab hosts too, and sources for what is built', async () => {
  const { folder } = repository({});
  try {
    const trace = path.join(folder, 'trace');
    const lines = [
      `1 openat(AT_FDCWD</x>, "server/main.ts", O_RDONLY|O_CLOEXEC) = 17<${folder}/server/main.ts>`,
      `1 openat(AT_FDCWD</x>, "docs", O_RDONLY|O_DIRECTORY) = 17<${folder}/docs>`,
      '2 open("agent/main.ts", O_RDONLY) = 3</opt/fleetmend/agent/main.ts>',
      `2 openat(AT_FDCWD</x>, "index.html", O_RDONLY) = 3<${folder}/web/dist/index.html>`,
      `2 openat(AT_FDCWD</x>, "x", O_RDONLY) = 3<${folder}/node_modules/express/index.js>`,
      `2 openat(AT_FDCWD</x>, "x", O_RDONLY) = 3<${folder}/.cache/compile/x>`,
      '3 openat(AT_FDCWD</x>, "/etc/passwd", O_RDONLY) = 3</etc/passwd>',
      '3 +++ exited with 0 +++',
    ];
    writeFileSync(trace, lines.join('\n'));
    assert.equal(await readTrace(folder, trace), [
      'server/main.ts',
      'docs/',
      'agent/main.ts',
      'web/main.ts',
      'web/**',
      'plugins/*/web/**',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
