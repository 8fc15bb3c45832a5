import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock, type FakeClock } from '#server/kernel/clock.ts';
import { AppError } from '#server/shared/wire/appError.ts';
import { createDownloads, type Downloads } from './downloads.ts';

interface World {
  dir: string;
  file: string;
  clock: FakeClock;
  downloads: Downloads;
}

const test = suite<World>('downloads of packages');
const BYTES = Buffer.alloc(3_000_000, 'package');

test.before.each((world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-downloads-'));
  world.file = path.join(world.dir, 'package');
  writeFileSync(world.file, BYTES);
  world.clock = createFakeClock(new Date('2026-01-15T12:00:00Z'));
  world.downloads = createDownloads(world);
});
test.after.each(({ dir, downloads }) => {
  downloads.stop();
  rmSync(dir, { recursive: true, force: true });
});

const open = async ({ downloads, file }: World, source: string): Promise<Readable> =>
  downloads.open(await downloads.versionOf(file), source);

/** Ends it as a caller does that goes away. */
const close = (download: Readable) =>
  new Promise<void>((resolve) => void download.once('close', resolve).destroy());

/** How many seconds the caller is told to wait; null: it may download. */
async function waitOf(world: World, source: string): Promise<number | null> {
  try {
    await close(await open(world, source));
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
    return Number(error.params.headers?.['Retry-After']);
  }
}

test('all get the bytes of one read, and those of a file that changed', async (world) => {
  const { downloads, file } = world;
  const all = await Promise.all(Array.from({ length: 10 }, () => open(world, '10.0.0.1')));
  const [first, ...others] = await Promise.all(all.map((one) => buffer(one)));
  assert.ok(first?.equals(BYTES) && others.every((one) => one.equals(first)));
  const before = await downloads.versionOf(file);
  assert.is(await downloads.versionOf(file), before, 'it is not read again');
  writeFileSync(file, 'changed');
  const after = await downloads.versionOf(file);
  assert.is.not(after.etag, before.etag);
  assert.is(String(await buffer(await downloads.open(after, '10.0.0.1'))), 'changed');
});

test('the memory is let go a minute after the last download, and the tag stays', async (world) => {
  const known = () =>
    world.downloads.versionOf(world.file) as Promise<{ etag: string; bytes?: Buffer | null }>;
  const slow = await open(world, '10.0.0.1');
  await world.clock.advance(120_000);
  const { etag, bytes } = await known();
  assert.ok(bytes, 'somebody downloads');
  await close(slow);
  await world.clock.advance(60_000);
  const later = await known();
  assert.equal([later.bytes, later.etag], [null, etag]);
  assert.ok((await buffer(await open(world, '10.0.0.1'))).equals(BYTES));
});

test('beyond sixteen of an address, each caller is told a turn of its own, and other addresses go on', async (world) => {
  const running = await Promise.all(Array.from({ length: 16 }, () => open(world, '10.0.0.1')));
  const waits: (number | null)[] = [];
  for (let caller = 0; caller < 100; caller++) waits.push(await waitOf(world, '10.0.0.1'));
  const secs = waits.map((wait) => wait ?? 0);
  assert.equal(
    secs,
    secs.toSorted((a, b) => a - b),
  );
  assert.ok((secs[0] ?? 0) >= 5 && (secs[99] ?? 0) > 50 && (secs[99] ?? 0) <= 600, String(secs));
  assert.is(await waitOf(world, '10.0.0.2'), null);
  const [first, ...others] = running;
  if (first) await close(first);
  assert.is(await waitOf(world, '10.0.0.1'), null, 'a place is free');
  await Promise.all(others.map(close));
});

test('while four addresses take all there is, each other one may still have one', async (world) => {
  const running: Readable[] = [];
  for (const host of [1, 2, 3, 4])
    for (let one = 0; one < 16; one++) running.push(await open(world, `10.0.0.${host}`));
  const first = await open(world, '10.0.0.9');
  assert.ok(((await waitOf(world, '10.0.0.9')) ?? 0) >= 5);
  await Promise.all([first, ...running].map(close));
  assert.is(await waitOf(world, '10.0.0.9'), null);
});

test('a download that takes a quarter of an hour is broken off, and its place is free', async (world) => {
  const running = await Promise.all(Array.from({ length: 16 }, () => open(world, '10.0.0.1')));
  const ended = running.map((one) => new Promise<void>((resolve) => void one.on('error', () => resolve())));
  await world.clock.advance(900_000);
  await Promise.all(ended);
  assert.is(await waitOf(world, '10.0.0.1'), null);
});

test.run();
