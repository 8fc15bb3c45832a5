import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeNewPrivateFile } from './privateFile.ts';

interface World {
  directory: string;
  file: string;
}

const test = suite<World>('private files');
const module = join(import.meta.dirname, 'privateFile.ts');

test.before.each((world) => {
  world.directory = mkdtempSync(join(tmpdir(), 'private-file-'));
  world.file = join(world.directory, 'secret.key');
});
test.after.each(({ directory }) => rmSync(directory, { recursive: true }));

test('a new file is there as a whole, for its owner alone', ({ directory, file }) => {
  writeNewPrivateFile(file, 'a key\n');
  assert.is(readFileSync(file, 'utf8'), 'a key\n');
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.equal(readdirSync(directory), ['secret.key']);
});

test('a file with content is never replaced, and an empty one is', ({ directory, file }) => {
  writeFileSync(file, '');
  writeNewPrivateFile(file, 'first\n');
  assert.throws(() => writeNewPrivateFile(file, 'second\n'), /EEXIST/);
  assert.is(readFileSync(file, 'utf8'), 'first\n');
  assert.equal(readdirSync(directory), ['secret.key']);
});

test('a disk without room leaves no file at all, where an empty one would be taken for a lost key', ({
  directory,
  file,
}) => {
  const write = `import { writeNewPrivateFile } from ${JSON.stringify(module)};
    try { writeNewPrivateFile(${JSON.stringify(file)}, 'a key\\n'); } catch ({ code }) { console.log(code); }`;
  const { stdout } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, write],
    { encoding: 'utf8' },
  );
  assert.is(stdout.trim(), 'EFBIG');
  assert.equal(readdirSync(directory), []);
});

test('a file that root makes belongs to the owner of its directory', ({ directory, file }) => {
  if (process.getuid?.() !== 0) return;
  spawnSync('chown', ['65534:65534', directory]);
  writeNewPrivateFile(file, 'a key\n');
  assert.equal([statSync(file).uid, statSync(file).gid], [65534, 65534]);
});

test.run();
