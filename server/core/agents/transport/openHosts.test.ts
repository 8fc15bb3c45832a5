import { spawnSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openHostsFor, ownRoom, warnOfFewFiles } from './openHosts.ts';

const gib = 2 ** 30;
const test = suite('open hosts');

test('ten thousand hosts keep their connections on an ordinary server', () => {
  assert.ok(openHostsFor({ files: 65_536, memoryBytes: 8 * gib }) > 10_000);
  assert.is(openHostsFor({ files: Infinity, memoryBytes: 512 * gib }), 12_000);
});

test('files and memory that are scarce leave room for everything else', () => {
  assert.is(openHostsFor({ files: 1_024, memoryBytes: 8 * gib }), 614);
  assert.is(openHostsFor({ files: 65_536, memoryBytes: 1 * gib }), 4_096);
  assert.is(openHostsFor({ files: null, memoryBytes: 8 * gib }), 500);
  assert.is(openHostsFor({ files: 64, memoryBytes: 8 * gib }), 100);
});

test('the room is that of this very process', () => {
  const script = `import('${import.meta.dirname}/openHosts.ts').then(({ ownRoom }) => console.log(JSON.stringify(ownRoom())))`;
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n 777 && exec "$0" -e "$1"', process.execPath, script], {
    encoding: 'utf8',
  });
  assert.is((JSON.parse(stdout) as { files: number }).files, 777);
  assert.ok(ownRoom().memoryBytes > 100_000_000);
});

test('a process that may open few files is told which limit to raise', () => {
  const told: unknown[][] = [];
  const log = { warn: (...words: unknown[]) => void told.push(words) };
  const memoryBytes = gib;
  for (const files of [65_536, Infinity, null]) warnOfFewFiles({ files, memoryBytes }, log);
  assert.equal(told, []);
  warnOfFewFiles({ files: 256, memoryBytes }, log);
  assert.equal(told[0]?.[0], { files: 256, wanted: 2_048 });
  assert.match(String(told[0]?.[1]), 'LimitNOFILE=');
});

test.run();
