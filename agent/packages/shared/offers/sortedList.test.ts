import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSortedList, SortedList, writeSortedList } from './sortedList.ts';

const test = suite('sorted list');
const folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-list-'));
test.after(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'list');

test("every name is found among many, with all its lines and nobody else's", () => {
  const names = Array.from({ length: 300 }, (_, i) => `p${i}`);
  const list = SortedList.of(names.flatMap((name) => [`${name}\t2\tof ${name}`, `${name}\t1`]));
  for (const name of names) assert.equal(list.linesOf(name), [`${name}\t1`, `${name}\t2\tof ${name}`]);
  for (const name of ['', 'p', 'p30 ', 'p300', 'P1', 'q', 'a', 'p1\t1'])
    assert.equal(list.linesOf(name), [], name);
});

test('a name that another one begins with is another one', () => {
  const list = SortedList.of(['lab-lib32\t1', 'lab\t1', 'lab-lib\t1', 'lab.x\t1', 'läb\tü']);
  for (const name of ['lab', 'lab-lib', 'lab-lib32', 'lab.x'])
    assert.equal(list.linesOf(name), [`${name}\t1`]);
  assert.equal(list.linesOf('läb'), ['läb\tü']);
  assert.equal(SortedList.of([]).linesOf('lab'), []);
});

test('a file gives its list to who names what it was made of, and to nobody else', async () => {
  await writeSortedList(file, 'mark', SortedList.of(['a\t1', 'b\t2']));
  assert.equal((await readSortedList(file, 'mark'))?.linesOf('b'), ['b\t2']);
  assert.is(await readSortedList(file, 'mark2'), null);
  assert.is(await readSortedList(file, ''), null);
  assert.is(await readSortedList(path.join(folder, 'none'), 'mark'), null);
});

test('a file that was cut off, changed in one letter, added to or made by another version is none', async () => {
  await writeSortedList(file, 'mark', SortedList.of(['a\t1', 'b\t2']));
  const whole = readFileSync(file, 'utf8');
  const spoilt = [
    whole.slice(0, -1),
    whole.slice(0, whole.indexOf('\n') + 1),
    whole.replace('b\t2', 'b\t3'),
    `${whole}c\t3\n`,
    whole.replace('fleetmend-list 1 ', 'fleetmend-list 2 '),
    '',
    '\n',
  ];
  for (const text of spoilt) {
    writeFileSync(file, text);
    assert.is(await readSortedList(file, 'mark'), null, JSON.stringify(text));
  }
  writeFileSync(file, whole);
  assert.ok(await readSortedList(file, 'mark'));
});

test.run();
