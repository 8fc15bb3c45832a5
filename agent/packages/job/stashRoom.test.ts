import { mkdir, mkdtemp, readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseEvicted, chooseFreed, StashRoom } from './stashRoom.ts';

const test = suite('stash room');
const mebibyte = 1024 * 1024;

const folders = [
  { folder: '/s/old', sizeBytes: 40, freeableBytes: 40, mtimeMs: 1 },
  { folder: '/s/middle', sizeBytes: 30, freeableBytes: 10, mtimeMs: 2 },
  { folder: '/s/own', sizeBytes: 40, freeableBytes: 40, mtimeMs: 3 },
];

test('the oldest go first, and nothing goes that fits', () => {
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept: [], limitBytes: 110 }), []);
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept: [], limitBytes: 80 }), ['/s/old']);
});

test('a job that is bigger than all there is goes itself', () => {
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept: [], limitBytes: 35 }), ['/s/own', '/s/old']);
});

test('what a rollback is about to install stays, whatever else goes', () => {
  const kept = ['/s/old'];
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept, limitBytes: 80 }), ['/s/middle']);
  assert.equal(chooseEvicted(folders, { own: '/s/own', kept, limitBytes: 10 }), ['/s/own', '/s/middle']);
});

test('room comes from the oldest jobs first and from the own at last, and nothing goes for nothing', () => {
  const choice = { own: '/s/own', kept: [] };
  assert.equal(chooseFreed(folders, { ...choice, bytes: 40 }), ['/s/old']);
  assert.equal(chooseFreed(folders, { ...choice, bytes: 45 }), ['/s/old', '/s/middle']);
  assert.equal(chooseFreed(folders, { ...choice, bytes: 51 }), ['/s/old', '/s/middle', '/s/own']);
  assert.is(chooseFreed(folders, { ...choice, bytes: 91 }), null, 'all of it would not do');
  assert.is(chooseFreed(folders, { own: '/s/own', kept: ['/s/own', '/s/old'], bytes: 11 }), null);
  const linked = { folder: '/s/linked', sizeBytes: 99, freeableBytes: 0, mtimeMs: 0 };
  assert.equal(
    chooseFreed([linked, ...folders], { ...choice, bytes: 5 }),
    ['/s/old'],
    'a link gives nothing back',
  );
});

/** A stash on a disk on which the job leaves only `spareBytes`; `logs` collects the log. */
async function withStash(
  spareBytes: number,
  act: (room: StashRoom, stashDir: string, logs: string[]) => Promise<void>,
): Promise<void> {
  const stashDir = await mkdtemp(path.join(tmpdir(), 'stash-'));
  const logs: string[] = [];
  const { bavail, bsize } = await statfs(stashDir);
  const needs = [{ folder: stashDir, bytes: bavail * bsize - 4 * mebibyte - spareBytes }];
  const env = { jobId: 'own', log: (_: string, text: string) => void logs.push(text) };
  try {
    await act(new StashRoom({ stashDir }, env, { needs }), stashDir, logs);
  } finally {
    await rm(stashDir, { recursive: true });
  }
}

/** A sparse file of this size, which takes no room. */
async function store(stashDir: string, job: string, bytes: number): Promise<void> {
  await mkdir(path.join(stashDir, job));
  await writeFile(path.join(stashDir, job, 'x.deb'), '');
  await truncate(path.join(stashDir, job, 'x.deb'), bytes);
}

test('the stash takes what the job leaves of the disk, and older jobs go before its own', async () => {
  await withStash(100 * mebibyte, async (room, stashDir, logs) => {
    const fits = async (bytes: number): Promise<boolean> =>
      (await room.choose([bytes], (one) => one)).chosen.length === 1;
    assert.is(await fits(25 * mebibyte), true);
    assert.is(await fits(200 * mebibyte), false, 'the job needs that itself');
    await store(stashDir, 'old', 225 * mebibyte);
    await store(stashDir, 'own', 12 * mebibyte);
    assert.is(await fits(200 * mebibyte), true);
    assert.equal(await readdir(stashDir), ['own']);
    assert.equal(logs, ['stash: what job old had stored is given up to make room; it cannot be rolled back']);
  });
});

test('packages count together: each takes its room from those after it', async () => {
  await withStash(100 * mebibyte, async (room) => {
    const sizes = [60, 70, 30, 20].map((size) => size * mebibyte);
    const { chosen, left } = await room.choose(sizes, (size) => size);
    assert.equal(
      [chosen, left],
      [
        [sizes[0], sizes[2]],
        [sizes[1], sizes[3]],
      ],
    );
  });
});

test('a job that lacks room gets it from its own stash at last, or nothing is given up', async () => {
  await withStash(-75 * mebibyte, async (room, stashDir, logs) => {
    await store(stashDir, 'own', 5 * mebibyte);
    assert.is((await room.makeForJob())?.code, 'NO_SPACE');
    assert.equal(await readdir(stashDir), ['own']);
    await store(stashDir, 'old', 50 * mebibyte);
    await truncate(path.join(stashDir, 'own', 'x.deb'), 175 * mebibyte);
    assert.is(await room.makeForJob(), null);
    assert.equal(await readdir(stashDir), []);
    assert.is(
      logs.at(-1),
      'stash: what this job had stored is given up to make room; it cannot be rolled back',
    );
  });
});

test('older jobs keep what they stored when another file system is too small anyway', async () => {
  const stashDir = await mkdtemp(path.join(tmpdir(), 'stash-'));
  const logs: string[] = [];
  try {
    const [here, elsewhere] = [await statfs(stashDir), await statfs('/dev/shm')];
    const needs = [
      { folder: stashDir, bytes: here.bavail * here.bsize + 20 * mebibyte },
      { folder: '/dev/shm', bytes: elsewhere.bavail * elsewhere.bsize + mebibyte },
    ];
    await store(stashDir, 'old', 50 * mebibyte);
    const env = { jobId: 'own', log: (_: string, text: string) => void logs.push(text) };
    const failure = await new StashRoom({ stashDir }, env, { needs }).makeForJob();
    assert.is(failure?.code, 'NO_SPACE');
    assert.is(failure?.details?.path, '/dev/shm');
    assert.equal([await readdir(stashDir), logs], [['old'], []]);
  } finally {
    await rm(stashDir, { recursive: true });
  }
});

test.run();
