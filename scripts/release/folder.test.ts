// needs: release
// Folders of several releases, of packages as small as they can be. How real package managers take such a folder:
// test/release.lab.test.ts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { globSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publish, releasesThatStay } from './folder.ts';
import type { ReleaseKeys } from './signing.ts';

interface World {
  dir: string;
  out: string;
  keys: ReleaseKeys;
}

const test = suite<World>('the folder of releases');

const run = (cwd: string, file: string, ...args: string[]): string =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function makeKeys(dir: string, name: string): ReleaseKeys {
  const gnupgHome = path.join(dir, name);
  mkdirSync(gnupgHome, { mode: 0o700 });
  const make = ['--batch', '--quiet', '--passphrase', '', '--quick-generate-key', name, 'rsa2048', 'sign'];
  run(dir, 'gpg', '--homedir', gnupgHome, ...make);
  run(dir, 'minisign', '-G', '-W', '-s', `${name}.minisign`, '-p', `${name}.pub`);
  return { gpgKey: name, gnupgHome, minisignKey: path.join(dir, `${name}.minisign`) };
}

test.before.each((world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'releases-'));
  world.out = path.join(world.dir, 'out');
  world.keys = makeKeys(world.dir, 'one');
});
test.after.each(({ dir }) => {
  for (const home of globSync('*/pubring.kbx', { cwd: dir }))
    run(dir, 'gpgconf', '--homedir', path.join(dir, path.dirname(home)), '--kill', 'gpg-agent');
  rmSync(dir, { recursive: true, force: true });
});

/** The files of a version: a .deb, an .rpm and an archive. */
function packages(work: string, version: string): string[] {
  const control = path.join(work, 'tree/DEBIAN/control');
  mkdirSync(path.dirname(control), { recursive: true });
  const told = {
    Package: 'tiny',
    Version: version,
    Architecture: 'amd64',
    Maintainer: 'x',
    Description: 'x',
  };
  writeFileSync(
    control,
    Object.entries(told)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(''),
  );
  const deb = path.join(work, `tiny_${version}_amd64.deb`);
  run(work, 'dpkg-deb', '--build', 'tree', deb);
  const spec = [
    'Name: tiny',
    `Version: ${version}`,
    'Release: 1',
    'Summary: x',
    'License: x',
    '',
    '%description',
    'x',
    '',
    '%files',
    '',
  ];
  writeFileSync(path.join(work, 'tiny.spec'), spec.join('\n'));
  const defines = [
    '--define',
    `_rpmdir ${work}`,
    '--define',
    '_build_name_fmt %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm',
  ];
  run(work, 'rpmbuild', '--quiet', '-bb', '--define', `_topdir ${work}/top`, ...defines, 'tiny.spec');
  const tar = path.join(work, `tiny-${version}-x64.tar.gz`);
  writeFileSync(tar, version);
  return [deb, ...globSync(`${work}/*.rpm`), tar];
}

function release({ out, keys }: World, version: string, keep = 2, day = '2026-11-30'): void {
  const work = `${out}.unfinished`;
  mkdirSync(work);
  try {
    const staying = releasesThatStay({ out, work, version, keys }, keep);
    const madeAtSecs = Date.parse(day) / 1_000;
    const made = packages(work, version);
    publish({ out, work, version, madeAtSecs, made, staying, keys, url: 'https://packages.example.org/x' });
  } finally {
    rmSync(work, { recursive: true });
  }
}

const read = ({ out }: World, name: string): string => readFileSync(path.join(out, name), 'utf8');

/** The versions that apt and rpm's managers are offered, and the archives beside their repositories. */
function offered(world: World): string[][] {
  const { out } = world;
  const apt = read(world, 'apt/dists/stable/main/binary-amd64/Packages').matchAll(/^Version: (.*)$/gm);
  const [primary = ''] = globSync('rpm/repodata/*-primary.xml.gz', { cwd: out });
  const rpm = gunzipSync(readFileSync(path.join(out, primary)))
    .toString()
    .matchAll(/<version [^>]*ver="([^"]+)"/g);
  const archives = globSync('*.tar.gz', { cwd: out }).map((name) => name.split('-')[1] ?? '');
  return [
    [...apt].map(([, version = '']) => version),
    [...rpm].map(([, version = '']) => version),
    archives,
  ].map((versions) => versions.sort());
}

const three = (...versions: string[]): string[][] => [versions, versions, versions];

test('a release stays beside the newer ones until as many are there as shall be kept', (world) => {
  release(world, '1.9.0');
  assert.equal(offered(world), three('1.9.0'));
  release(world, '1.10.0');
  assert.equal(offered(world), three('1.10.0', '1.9.0'));
  release(world, '1.10.1');
  assert.equal(offered(world), three('1.10.0', '1.10.1'));
  const { releases } = JSON.parse(read(world, 'releases.json')) as { releases: { version: string }[] };
  assert.equal(
    releases.map(({ version }) => version),
    ['1.10.1', '1.10.0'],
  );
  run(world.out, 'sha256sum', '--check', '--strict', 'SHA256SUMS');
  run(world.out, 'minisign', '-V', '-p', '../one.pub', '-m', 'SHA256SUMS');
  release(world, '2.0.0', 1);
  assert.equal(offered(world), three('2.0.0'));
});

test('the same version again takes the place of itself; an older one is kept, and its lists are not of before', (world) => {
  release(world, '1.1.0', 2, '2026-11-30');
  release(world, '1.1.0', 2, '2026-11-30');
  assert.equal(offered(world), three('1.1.0'));
  release(world, '1.0.1', 2, '2026-11-20');
  assert.equal(offered(world), three('1.0.1', '1.1.0'));
  assert.match(read(world, 'apt/dists/stable/InRelease'), 'Date: Mon, 30 Nov 2026');
});

test('what somebody else has signed, or was changed, does not stay; nor is another folder replaced', (world) => {
  release(world, '1.0.0');
  const other = { ...world, keys: makeKeys(world.dir, 'two') };
  assert.throws(() => release(other, '1.1.0'), /signed by another key \([0-9A-F]{40}\); --keep 1/);
  const half = { ...world, keys: { ...world.keys, minisignKey: other.keys.minisignKey } };
  assert.throws(() => release(half, '1.1.0'), /SHA256SUMS is not signed by this minisign key/);
  writeFileSync(path.join(world.out, 'apt/pool/tiny_1.0.0_amd64.deb'), 'x');
  assert.throws(() => release(world, '1.1.0'), /tiny_1\.0\.0_amd64\.deb was changed since its release/);
  assert.equal(offered(world)[2], ['1.0.0'], 'all is as before');
  release(other, '1.1.0', 1);
  assert.equal(offered(other), three('1.1.0'));
  rmSync(path.join(world.out, 'releases.json'));
  assert.throws(() => release(other, '1.2.0'), /was not made by a release/);
});

test.run();
