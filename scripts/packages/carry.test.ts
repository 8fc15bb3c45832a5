// What a package of the manager carries of the agent's, with a small executable in place of the real one.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { carriedIn, putTogether } from '#plugins/enrollment/service/carried.ts';
import { createAgentPackages } from '#plugins/enrollment/service/packages.ts';
import type { Config } from '#server/config.ts';
import { createLogger } from '#server/kernel/log.ts';
import { agent } from './agent.ts';
import { carry } from './carry.ts';
import { makePackages, possibleFormats } from './make.ts';
import type { MadeFile } from './make.ts';

interface World {
  dir: string;
  /** Finished packages. */
  agents: string;
  made: MadeFile[];
  /** The tree's folder with a folder for each processor. */
  carried: string;
}

const test = suite<World>('packages of the agent inside of the manager’s');
const silent = (): void => undefined;
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test.before.each(async (world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-carry-'));
  world.agents = path.join(world.dir, 'agents');
  world.carried = path.join(world.dir, 'carried');
  const node = randomBytes(300_000);
  // Like Node with a program in it: changed in places, and longer.
  const executable = Buffer.concat([node, Buffer.from('the program'.repeat(1_000))]);
  executable.write('changed', 1_234);
  const program = {
    ...agent,
    prepare: async () => writeFileSync(path.join(world.agents, 'fleetmend-agent'), executable),
  };
  execFileSync('mkdir', ['-p', world.agents, path.join(world.carried, 'x64')]);
  const formats = possibleFormats(agent, silent);
  const options = { outDir: world.agents, version: '1.2.3', isFast: false };
  world.made = await makePackages(program, { ...options, formats, say: silent });
  writeFileSync(path.join(world.dir, 'node'), node);
  const into = path.join(world.carried, 'x64');
  await carry({ agents: world.agents, into, base: '../../node', isFast: true });
});
test.after.each(({ dir }) => rmSync(dir, { recursive: true, force: true }));

const openedBy = ({ carried }: World, dataDir: string, packagesDir: string) => {
  const config = { dataDir, packagesDir } as Config;
  return createAgentPackages({ config, log: createLogger({ level: 'silent', name: 'test' }) }, carried);
};

test('compressed anew, dpkg and rpm find them in order', ({ made, agents }) => {
  for (const { name, format } of made) {
    if (format === 'deb')
      assert.match(
        String(execFileSync('dpkg-deb', ['-c', name], { cwd: agents })),
        '/usr/bin/fleetmend-agent',
      );
    if (format === 'rpm')
      assert.match(String(execFileSync('rpm', ['-Kv', name], { cwd: agents })), /Payload SHA256 digest: OK/);
  }
});

test('they are listed at once, put together when the first asks, and are what was built', async (world) => {
  const data = path.join(world.dir, 'data');
  const packages = openedBy(world, data, path.join(world.dir, 'none'));
  const built = world.made.filter(({ format }) => format !== 'exe');
  assert.ok(built.length > 0);
  assert.equal(
    packages.list().map(({ name, sha256 }) => [name, sha256]),
    built.map(({ name, sha256 }) => [name, sha256]),
  );
  const [first] = built;
  const bytes = readFileSync(await packages.fileOf(first?.name ?? ''));
  assert.is(sha256Of(bytes), first?.sha256);
  await packages.prepare();
  assert.equal(
    readdirSync(path.join(data, 'agent-packages')).sort(),
    built.map(({ sha256 }) => sha256).sort(),
  );
});

test('who asks in the moment of the first clearing gets its package, and all are put together', async (world) => {
  const data = path.join(world.dir, 'data');
  const built = world.made.filter(({ format }) => format !== 'exe');
  const packages = openedBy(world, data, path.join(world.dir, 'none'));
  const asked = packages.fileOf(built[0]?.name ?? '');
  const unfinished = path.join(data, 'agent-packages', `${built[0]?.sha256}.new`);
  while (!existsSync(unfinished)) await nextTurn();
  await packages.prepare();
  assert.is(sha256Of(readFileSync(await asked)), built[0]?.sha256);
  assert.equal(
    readdirSync(path.join(data, 'agent-packages')).sort(),
    built.map(({ sha256 }) => sha256).sort(),
  );
});

test('what earlier versions put together goes, and packages of one’s own go before', async (world) => {
  const data = path.join(world.dir, 'data');
  await openedBy(world, data, path.join(world.dir, 'none')).prepare();
  const own = { name: 'fleetmend-agent-own.deb', format: 'deb', arch: process.arch, version: '9' };
  const described = { ...own, sizeBytes: 3, sha256: sha256Of(Buffer.from('own')) };
  writeFileSync(path.join(world.dir, own.name), 'own');
  writeFileSync(path.join(world.dir, 'manifest.json'), JSON.stringify({ files: [described] }));
  const packages = openedBy(world, data, world.dir);
  assert.is(packages.list().filter(({ format }) => format === 'deb').length, 1);
  assert.is(readFileSync(await packages.fileOf(own.name), 'utf8'), 'own');
  await packages.prepare();
  const rpms = world.made.filter(({ format }) => format === 'rpm').map(({ sha256 }) => sha256);
  assert.equal(readdirSync(path.join(data, 'agent-packages')), rpms);
});

test('where a part was changed nothing comes out', async ({ carried, dir }) => {
  const node = path.join(dir, 'node');
  const changed = readFileSync(node);
  changed[77] = (changed[77] ?? 0) ^ 1;
  writeFileSync(node, changed);
  for (const [one, folder] of carriedIn(carried)) {
    const into = path.join(dir, 'into');
    try {
      await putTogether(folder, one, into);
      assert.unreachable();
    } catch (error) {
      assert.match((error as Error).message, /came out with SHA-256 [0-9a-f]{64} instead of/);
    }
    assert.equal(readdirSync(into), []);
  }
});

test.run();
