// needs: lab
// images: deb12-t0
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChildOutput, runOrThrow } from '#test/support/process.ts';
import { findLockHolder } from './lock.ts';

// Any user who may mount can run this; the lab removes the mounts afterwards.
const test = suite('locks of a package manager');

const posix =
  'use Fcntl; $| = 1; open(F, "+<", $ARGV[0]) or die; my $l = pack("ssx4qqi", F_WRLCK, 0, 0, 0, 0);' +
  'fcntl(F, F_SETLK, $l) or die "taken"; print "held\\n"; sleep';
const flock =
  'use Fcntl ":flock"; $| = 1; open(F, "<", $ARGV[0]) or die; flock(F, LOCK_EX) or die; print "held\\n"; sleep';
const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];

/** The lock's holder according to findLockHolder while this command holds it; `pid` is that command's process. */
async function holderWhile(argv: string[], lockFile: string): Promise<{ pid: number; found: unknown }> {
  const [command = '', ...args] = argv;
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = new ChildOutput(child);
  await output.waitFor(/held/);
  const found = await findLockHolder({ files: [lockFile] });
  child.kill('SIGKILL');
  await output.exited;
  return { pid: child.pid ?? 0, found };
}

/** A file on another file system whose inode has the same number as that of `file`. */
async function twinOf(file: string, folder: string): Promise<string> {
  const wanted = (await stat(file)).ino;
  await mkdir(folder);
  await runOrThrow(['mount', '-t', 'tmpfs', '-o', 'mode=777', 'twins', folder]);
  for (let i = 0; ; i += 1) {
    const twin = path.join(folder, `f${i}`);
    await writeFile(twin, '');
    const { ino } = await stat(twin);
    if (ino > wanted) throw new Error(`no inode ${wanted} on a tmpfs`);
    if (ino === wanted) {
      await chmod(twin, 0o666);
      return twin;
    }
  }
}

/** Mounts a file system of each kind; returns the folder for the lock in it. */
const fileSystems: Readonly<Record<string, (dir: string) => Promise<string>>> = {
  ext4: (dir) => loopMount(dir, ['mkfs.ext4', '-q'], 16),
  btrfs: (dir) => loopMount(dir, ['mkfs.btrfs', '-q'], 128),
  overlay: async (dir) => {
    const [lower, upper, mounted] = ['lower', 'upper', 'mounted'].map((name) => path.join(dir, name));
    await runOrThrow(['mkdir', lower ?? '', upper ?? '', mounted ?? '']);
    // Opening the file copies it up, as with files from a container's image.
    await writeFile(path.join(lower ?? '', 'lock'), '');
    await runOrThrow(['mount', '-t', 'tmpfs', 'upper', upper ?? '']);
    await runOrThrow(['mkdir', `${upper}/upper`, `${upper}/work`]);
    const options = `lowerdir=${lower},upperdir=${upper}/upper,workdir=${upper}/work`;
    await runOrThrow(['mount', '-t', 'overlay', 'overlay', '-o', options, mounted ?? '']);
    return mounted ?? '';
  },
};

async function loopMount(dir: string, mkfs: string[], sizeMib: number): Promise<string> {
  const image = path.join(dir, 'image');
  const mounted = path.join(dir, 'mounted');
  await mkdir(mounted);
  await runOrThrow(['truncate', '-s', `${sizeMib}M`, image]);
  await runOrThrow([...mkfs, image]);
  await runOrThrow(['mount', '-o', 'loop', image, mounted]);
  return mounted;
}

for (const [name, mount] of Object.entries(fileSystems)) {
  test(`${name}: only who has that very file open by root holds it`, async () => {
    const dir = await mkdtemp(path.join(process.env['LAB_DIR'] ?? '', `${name}-`));
    await chmod(dir, 0o755);
    const folder = await mount(dir);
    const file = path.join(folder, 'lock');
    await writeFile(file, '');
    await chmod(file, 0o644);
    const own = await holderWhile(['perl', '-e', posix, file], file);
    assert.equal(own.found, { pid: own.pid, command: 'perl' });
    assert.is(await findLockHolder({ files: [file] }), null);
    // A file that was copied up keeps its former inode number, which may be higher than any of a fresh tmpfs.
    const fresh = path.join(folder, 'fresh');
    await writeFile(fresh, '');
    const twin = await twinOf(fresh, path.join(dir, 'twins'));
    for (const who of [asNobody, []]) {
      const { found } = await holderWhile([...who, 'perl', '-e', posix, twin], fresh);
      assert.is(found, null, `the same number elsewhere, ${who.join(' ')}`);
    }
    assert.is((await holderWhile([...asNobody, 'perl', '-e', flock, file], file)).found, null, 'by flock');
  });
}

test('a pid file counts while it names a process of root', async () => {
  const dir = await mkdtemp(path.join(process.env['LAB_DIR'] ?? '', 'pids-'));
  const pidFile = path.join(dir, 'zypp.pid');
  const places = { files: [], pidFiles: [pidFile] };
  for (const [who, isHolder] of [
    [[], true],
    [asNobody, false],
  ] as const) {
    const [command = '', ...args] = [...who, 'sleep', '60'];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = new ChildOutput(child);
    while ((await runOrThrow(['cat', `/proc/${child.pid}/comm`])) !== 'sleep\n');
    await writeFile(pidFile, `${child.pid}\n`);
    const found = await findLockHolder(places);
    assert.equal(found, isHolder ? { pid: child.pid, command: 'sleep' } : null);
    child.kill('SIGKILL');
    await output.exited;
    assert.is(await findLockHolder(places), null);
  }
  for (const text of ['', '0', '-1', 'nonsense', '1e9']) {
    await writeFile(pidFile, text);
    assert.is(await findLockHolder(places), null, text);
  }
});

test.run();
