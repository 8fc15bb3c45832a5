import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as kit from '../../sdk/index.ts';
import { readDataSet, type DataSetContent } from '../exposure/service/feeds.ts';
import { redHatDocument } from './csafDocuments.testing.ts';
import { feeds } from './feeds.ts';

interface World {
  dir: string;
  /** Runs the real tar over the files of `dir`. */
  tar(...args: string[]): Buffer;
  write(name: string, text: string): Promise<void>;
}

const test = suite<World>('exposure: files and archives');

const documentOf = (cve: string): string =>
  JSON.stringify(redHatDocument([{ cve, fixed: ['BaseOS-9:openssl-libs-1:3.0.7-28.el9_4'] }]));

test.before.each(async (world) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-archive-'));
  world.dir = dir;
  world.tar = (...args) => execFileSync('tar', ['-C', dir, '-cf', '-', ...args], { maxBuffer: 100_000_000 });
  world.write = async (name, text) => {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), text);
  };
  for (const n of [1, 2, 3]) await world.write(`2025/cve-2025-900${n}.json`, documentOf(`CVE-2025-900${n}`));
});
test.after.each(({ dir }) => rm(dir, { recursive: true }));

/** Pieces as an upload has them: each has to be waited for. */
async function* inPieces(file: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) {
    await new Promise((resolve) => setImmediate(resolve));
    yield file.subarray(at, at + size);
  }
}

const readBody = async (body: AsyncIterable<Buffer>): Promise<DataSetContent> => {
  const feed = feeds(kit).find(({ kind }) => kind === 'csaf-redhat');
  assert.ok(feed);
  return readDataSet(feed, body);
};

const read = (file: Buffer, size?: number) => readBody(inPieces(file, size));

const refusal = (file: Buffer, size?: number): Promise<string> =>
  read(file, size).then(
    ({ version }) => `taken: ${version}`,
    (error: Error) => error.message,
  );

test('archives of POSIX and GNU are read whole, plain and packed, by pieces of any size', async ({
  tar,
  write,
}) => {
  const long = `${'a-folder-with-a-long-name/'.repeat(12)}cve-2025-9004.json`;
  await write(long, documentOf('CVE-2025-9004'));
  await write('README.txt', '{"not": "a document"');
  await write('2025/cve-2025-9001.json.asc', 'signature');
  await write('2025/ünï.json', documentOf('CVE-2025-9005'));
  for (const format of ['gnu', 'pax', 'posix'])
    for (const [packed, pack] of Object.entries({
      plain: (file: Buffer) => file,
      gzip: (file: Buffer) => gzipSync(file),
      zstd: (file: Buffer) => zstdCompressSync(file),
    })) {
      const file = pack(tar(`--format=${format}`, '.'));
      for (const size of [511, 64 * 1024]) {
        const { version, rows, sha256 } = await read(file, size);
        assert.equal([version, rows], ['5 documents', 5], `${format}, ${packed}, ${size}`);
        assert.is(sha256, createHash('sha256').update(file).digest('hex'));
      }
    }
  assert.is((await read(tar('--format=ustar', '2025'), 7)).version, '4 documents');
  assert.is((await read(zstdCompressSync(Buffer.from(documentOf('CVE-2025-9001'))))).version, '1 document');
});

test('names and links of an archive lead nowhere', async ({ dir, tar }) => {
  await symlink('/etc/hostname', path.join(dir, '2025/link.json'));
  const file = tar('-P', '--transform=flags=r;s,^2025/,../../../../../../../tmp/fleetmend-hostile/,', '2025');
  assert.match(file.toString('latin1'), '/tmp/fleetmend-hostile/');
  assert.is((await read(file)).version, '3 documents');
  assert.is(await access('/tmp/fleetmend-hostile').catch(() => 'not there'), 'not there');
  const bad = tar('-P', '--transform=s,.*9002.json,\x1b[31m../evil.json,', '2025');
  bad.write('x', bad.indexOf('CVE-2025-9002') - 40);
  assert.match(await refusal(bad), /^"\?\[31m\.\.\/evil\.json", document \d/);
});

test('what is cut off is told with the member, wherever it is cut', async ({ tar }) => {
  const file = tar('--sort=name', '2025');
  const second = file.indexOf('2025/cve-2025-9002.json');
  assert.match(
    await refusal(file.subarray(0, second + 600)),
    /cut off in or after "2025\/cve-2025-9002\.json"/,
  );
  assert.match(await refusal(file.subarray(0, second)), /cut off in or after "2025\/cve-2025-9001\.json"/);
  assert.match(
    await refusal(file.subarray(0, second + 100)),
    /cut off in or after "2025\/cve-2025-9001\.json"/,
  );
  for (const packed of [gzipSync(file), zstdCompressSync(file)])
    for (const left of [20, packed.length - 1])
      assert.match(await refusal(packed.subarray(0, left), 1000), /damaged or cut off/);
});

test('what is wrong with a member is told with its name, and nothing else counts', async ({ tar, write }) => {
  const cases: [text: string, told: RegExp][] = [
    ['', /^"2025\/x\.json": it is cut off/],
    [documentOf('CVE-2025-9009').slice(0, -30), /^"2025\/x\.json": it is cut off/],
    ['{"a":}', /^"2025\/x\.json", document \d: it is no JSON/],
    ['[]', /^"2025\/x\.json", document \d: .*does not begin with \{/],
    [
      documentOf('CVE-2025-9001'),
      /^"2025\/x\.json", document \d \(CVE-2025-9001\): it stands here a second time/,
    ],
  ];
  for (const [text, told] of cases) {
    await write('2025/x.json', text);
    assert.match(await refusal(tar('--sort=name', '2025')), told, text.slice(0, 20));
  }
});

test('damaged archives, and those without documents or with more behind them, are refused', async ({
  tar,
  write,
}) => {
  const file = tar('--sort=name', '2025');
  const damaged = Buffer.from(file);
  damaged[file.indexOf('2025/cve-2025-9002.json') + 3] = 0x39;
  assert.match(await refusal(damaged), /damaged after "2025\/cve-2025-9001\.json"/);
  await write('notes/a.txt', 'no document');
  assert.match(await refusal(tar('notes')), /holds no file whose name ends in \.json/);
  assert.match(await refusal(Buffer.concat([file, file])), /Something follows the end/);
  assert.match(await refusal(Buffer.concat([file, Buffer.from('more')]), 512), /Something follows the end/);
  assert.match(await refusal(Buffer.concat([file, Buffer.alloc(100_000)])), /taken: 3 documents/);
});

test('a bomb is refused by its ratio, its length, or the length of a name', async ({ dir, tar, write }) => {
  execFileSync('truncate', ['-s', '40M', path.join(dir, 'zeros.txt')]);
  for (const packed of [gzipSync(tar('zeros.txt')), zstdCompressSync(tar('zeros.txt'))])
    assert.match(await refusal(packed), /more than 250 times its size/);
  execFileSync('truncate', ['-s', '65M', path.join(dir, 'large.json')]);
  assert.match(await refusal(tar('large.json')), /^"large\.json": it is larger than 64 MB/);
  // A name without an end would be kept in memory.
  await write('long.json', documentOf('CVE-2025-9007'));
  const named = tar('--format=gnu', '--transform=s,long.json,' + 'n'.repeat(200) + '.json,', 'long.json');
  const size = Buffer.from('77777777777\0');
  size.copy(named, 124);
  let sum = 0;
  for (let i = 0; i < 512; i += 1) sum += i >= 148 && i < 156 ? 32 : (named[i] ?? 0);
  named.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  assert.match(await refusal(named), /a name of more than 1 MB/);
});

test('a zstd file of many frames is read whole, wherever its pieces end', async () => {
  const nothing = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
  const names = [1, 2, 3, 4, 5].map((n) => `CVE-2025-900${n}`);
  const frames = names.flatMap((name) => [nothing, zstdCompressSync(Buffer.from(documentOf(name)))]);
  for (const whole of [Buffer.concat(frames), Buffer.concat(frames.slice(1))])
    for (const size of [1, 7, 300, 64 * 1024])
      assert.is((await read(whole, size)).version, '5 documents', String(size));
  assert.match(await refusal(Buffer.concat(Array<Buffer>(10_001).fill(nothing))), /more than 10000 frames/);
});

test('whoever finds a fault in the first piece stops the upload', async () => {
  for (const begun of [Buffer.from('[]'), zstdCompressSync(Buffer.from('[]')), gzipSync(Buffer.from('[]'))]) {
    let stopped = (): void => undefined;
    const stop = new Promise<void>((resolve) => (stopped = resolve));
    const endless = async function* (): AsyncGenerator<Buffer> {
      try {
        yield Buffer.concat([begun, Buffer.alloc(begun[0] === 0x5b ? 600 : 0, 32)]);
        for (;;) yield Buffer.alloc(1_000, 32);
      } finally {
        stopped();
      }
    };
    assert.match(await readBody(endless()).then(String, String), /does not begin with|damaged/);
    await stop;
  }
});

test('what is packed in a way that is not read is told with the line that helps', async () => {
  const frame = zstdCompressSync(Buffer.from(documentOf('CVE-2025-9001')));
  for (const [file, told] of [
    [Buffer.from('BZh91AY&SY'), /bzip2 is not read: bzip2 -dc FILE/],
    [Buffer.from('PK\u0003\u0004…'), /zip is not read: unzip -p FILE/],
    [Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]), /xz is not read: xz -dc FILE/],
    [Buffer.concat([frame, Buffer.from('more')]), /zstd file is damaged or cut off/],
    [frame.subarray(0, -1), /zstd file is damaged or cut off/],
  ] as const) {
    assert.match(await refusal(file), told);
    assert.match(await refusal(file, 1), told);
  }
});

test.run();
