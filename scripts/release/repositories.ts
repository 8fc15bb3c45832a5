import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { architectures } from '../packages/formats.ts';
import { tool } from '../packages/tools.ts';
import { signFile, writePublicKey } from './signing.ts';
import type { ReleaseKeys } from './signing.ts';

/** What both repositories are made of. */
export interface Repository {
  /** The folder, with the packages of all versions that it offers. */
  into: string;
  keys: ReleaseKeys;
  /** When its lists were made, in seconds since 1970. */
  madeAtSecs: number;
}

const SUITE = 'stable';

/** A repository for apt: `InRelease` and `Release.gpg` over the lists of `pool`. */
export function makeAptRepository({ into, keys, madeAtSecs }: Repository): void {
  const archs = Object.values(architectures).map(({ deb }) => deb);
  const lists = path.join('dists', SUITE);
  for (const arch of archs) {
    const folder = path.join(into, lists, 'main', `binary-${arch}`);
    mkdirSync(folder, { recursive: true });
    const list = ftparchive(into, ['--arch', arch, 'packages', 'pool']);
    writeFileSync(path.join(folder, 'Packages'), list);
    writeFileSync(path.join(folder, 'Packages.gz'), gzipSync(list));
  }
  const told = {
    Origin: 'Fleetmend',
    Label: 'Fleetmend',
    Suite: SUITE,
    Codename: SUITE,
    Architectures: archs.join(' '),
    Components: 'main',
    Description: 'Fleetmend',
  };
  const flags = Object.entries(told).flatMap(([key, value]) => [
    '-o',
    `APT::FTPArchive::Release::${key}=${value}`,
  ]);
  const release = path.join(into, lists, 'Release');
  // The tool of Debian 12 writes the present time, whatever SOURCE_DATE_EPOCH says.
  const date = new Date(madeAtSecs * 1_000).toUTCString().replace('GMT', '+0000');
  const text = String(ftparchive(into, [...flags, 'release', lists]));
  writeFileSync(release, text.replace(/^Date: .*$/m, `Date: ${date}`));
  signFile(keys, 'clear', release, path.join(path.dirname(release), 'InRelease'));
  signFile(keys, 'detached', release, `${release}.gpg`);
}

const ftparchive = (cwd: string, args: string[]): Buffer =>
  execFileSync('apt-ftparchive', args, { cwd, maxBuffer: 64 << 20 });

/** A repository for dnf and zypper: `repomd.xml.asc` over the lists, beside packages that are signed themselves. */
export function makeRpmRepository({ into, keys, madeAtSecs }: Repository): void {
  const when = ['--revision', String(madeAtSecs), '--set-timestamp-to-revision'];
  tool('createrepo_c', '--quiet', '--general-compress-type', 'gz', ...when, into);
  const index = path.join(into, 'repodata/repomd.xml');
  signFile(keys, 'detached', index, `${index}.asc`);
  // zypper looks for it there.
  writePublicKey(keys, `${index}.key`);
}

/** What an administrator puts into /etc/apt/sources.list.d and /etc/yum.repos.d (or /etc/zypp/repos.d). */
export function sourceFiles(url: string): Record<'fleetmend.sources' | 'fleetmend.repo', string> {
  return {
    'fleetmend.sources': `Types: deb
URIs: ${url}/apt
Suites: ${SUITE}
Components: main
Signed-By: /etc/apt/keyrings/fleetmend.asc
`,
    'fleetmend.repo': `[fleetmend]
name=Fleetmend
baseurl=${url}/rpm
enabled=1
autorefresh=1
gpgcheck=1
repo_gpgcheck=1
gpgkey=${url}/fleetmend.asc
`,
  };
}
