import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FileState } from './fileState.ts';
import { keptList } from './keptList.ts';
import { SortedList } from './sortedList.ts';

const test = suite('kept list');
const longAgo = 1_000;

/** A list of one line that says how often the list was made; tests set the state of its files. */
function setup() {
  const stashDir = mkdtempSync(path.join(tmpdir(), 'fleetmend-kept-'));
  const world = { state: { mark: 'one', changedAtMs: longAgo } as FileState, whole: true, during: () => {} };
  let made = 0;
  const ask = async (options: string[] = []): Promise<string[]> => {
    const list = await keptList(
      { stashDir },
      {
        name: 'test',
        options,
        state: async () => world.state,
        make: async () => {
          made += 1;
          world.during();
          return { list: SortedList.of([`a\t${made}`]), whole: world.whole };
        },
      },
    );
    return list.linesOf('a');
  };
  const folder = path.join(stashDir, '.offers');
  return { world, ask, folder, stashDir, end: () => rmSync(stashDir, { recursive: true }) };
}

test('made once, and anew when a file has changed or was put back', async () => {
  const { ask, world, end } = setup();
  assert.equal([await ask(), await ask()], [['a\t1'], ['a\t1']]);
  world.state = { mark: 'two', changedAtMs: longAgo };
  assert.equal([await ask(), await ask()], [['a\t2'], ['a\t2']]);
  world.state = { mark: 'one', changedAtMs: longAgo };
  assert.equal(await ask(), ['a\t3']);
  end();
});

test('lists with other options stand beside each other, the latest four of them', async () => {
  const { ask, folder, end } = setup();
  assert.equal([await ask(), await ask(['--x']), await ask(), await ask(['--x'])].flat(), [
    'a\t1',
    'a\t2',
    'a\t1',
    'a\t2',
  ]);
  for (const option of ['b', 'c', 'd', 'e']) await ask([option]);
  assert.is(readdirSync(folder).length, 4);
  end();
});

test('a spoilt file is made anew', async () => {
  const { ask, folder, end } = setup();
  await ask();
  const [name = ''] = readdirSync(folder);
  const file = path.join(folder, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace('a\t1', 'a\t7'));
  assert.equal([await ask(), await ask()], [['a\t2'], ['a\t2']]);
  end();
});

test('what changed while it was made, or right before, is not kept, nor what is not whole', async () => {
  const { ask, world, end } = setup();
  world.during = () => (world.state = { mark: 'two', changedAtMs: longAgo });
  assert.equal(await ask(), ['a\t1']);
  world.during = () => {};
  assert.equal(await ask(), ['a\t2']);
  world.state = { mark: 'one', changedAtMs: longAgo };
  assert.equal(await ask(), ['a\t3'], 'the first one is not there');
  world.state = { mark: 'three', changedAtMs: Date.now() };
  assert.equal([await ask(), await ask()], [['a\t4'], ['a\t5']]);
  world.state = { mark: 'four', changedAtMs: longAgo };
  world.whole = false;
  assert.equal([await ask(), await ask()], [['a\t6'], ['a\t7']]);
  end();
});

test('what several ask for at once is made once', async () => {
  const { ask, end } = setup();
  assert.equal(await Promise.all([ask(), ask(), ask()]), [['a\t1'], ['a\t1'], ['a\t1']]);
  end();
});

test('without room on the disk it is kept in memory, until a file changes', async () => {
  const { ask, world, stashDir, end } = setup();
  writeFileSync(path.join(stashDir, '.offers'), 'in the way');
  assert.equal([await ask(), await ask()], [['a\t1'], ['a\t1']]);
  world.state = { mark: 'two', changedAtMs: longAgo };
  assert.equal([await ask(), await ask()], [['a\t2'], ['a\t2']]);
  end();
});

test.run();
