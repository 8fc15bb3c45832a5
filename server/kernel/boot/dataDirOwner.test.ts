import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { foreignFiles, whyUnwritable } from './dataDirOwner.ts';

const test = suite<{ dir: string }>('owner of the data directory');
const own = process.getuid?.() ?? 0;
const other = own + 1_234;

test.before.each((world) => {
  world.dir = mkdtempSync(join(tmpdir(), 'data-dir-owner-'));
});
test.after.each(({ dir }) => rmSync(dir, { recursive: true }));

test('files that a restore left to another user are named, with the command that gives them back', ({
  dir,
}) => {
  for (const name of ['fleetmend.sqlite', 'secret.key']) writeFileSync(join(dir, name), '');
  const told = foreignFiles(dir, other) ?? '';
  assert.match(told, `${dir}/fleetmend.sqlite (and 1 more) belongs to uid ${own}`);
  assert.match(told, `run chown -R ${other} ${dir} as root`);
  assert.is(foreignFiles(dir, own), null);
});

test('what is not the manager’s, such as lost+found, may belong to anybody', ({ dir }) => {
  for (const name of ['lost+found', 'fleetmend.sqlite.old.bak']) writeFileSync(join(dir, name), '');
  assert.is(foreignFiles(dir, other), null);
});

test('a directory that cannot be written says whose it is, or that the disk is full', ({ dir }) => {
  assert.is(
    whyUnwritable(dir, 'EACCES', other),
    `EACCES; it belongs to uid ${own}, and the manager runs as uid ${other}`,
  );
  assert.is(whyUnwritable(dir, 'SQLITE_FULL', other), 'the disk is full');
  assert.is(whyUnwritable(join(dir, 'none'), 'ENOENT', other), 'ENOENT');
});

test.run();
