/** Small rpm packages that a test makes for itself, in a repository on the host's own disk. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LabHost } from '#test/support/lab.ts';
import { runOrThrow } from '#test/support/process.ts';

export interface OwnRpm {
  name: string;
  /** `version-release` */
  version: string;
  arch: 'noarch' | 'x86_64';
  /** Sections of the spec file, such as `%post`. */
  more?: string;
}

/** Builds the packages and puts them into `/srv/own` of the host; those that are there stay. */
export async function addOwnRpms(host: LabHost, packages: readonly OwnRpm[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetmend-own-'));
  const repo = path.join(host.root, 'srv/own');
  await mkdir(repo, { recursive: true });
  for (const one of packages) await build(folder, one);
  await cp(path.join(folder, 'rpms'), repo, { recursive: true });
  await runOrThrow(['createrepo_c', '--quiet', repo]);
  await rm(folder, { recursive: true });
}

/** Tells dnf or zypper of `/srv/own`; `more`: further lines of its definition. */
export function useOwnRepo(
  host: LabHost,
  folder: '/etc/yum.repos.d' | '/etc/zypp/repos.d',
  more: readonly string[] = [],
): Promise<void> {
  const lines = [
    '[own]',
    'name=Own',
    'baseurl=file:///srv/own',
    'enabled=1',
    'gpgcheck=0',
    'metadata_expire=1',
    ...more,
  ];
  return host.writeFile(`${folder}/own.repo`, `${lines.join('\n')}\n`);
}

async function build(folder: string, { name, version, arch, more = '' }: OwnRpm): Promise<void> {
  const [upstream = '', release = ''] = version.split('-');
  const spec = path.join(folder, `${name}.spec`);
  const head = [`Name: ${name}`, `Version: ${upstream}`, `Release: ${release}`, 'Summary: lab package'];
  const kind = arch === 'noarch' ? ['BuildArch: noarch'] : [];
  const lines = [...head, 'License: MIT', 'Vendor: LabCorp', ...kind, '%description', 'lab package', more];
  await writeFile(spec, [...lines, '%files', ''].join('\n'));
  const defines = [
    `_topdir ${folder}`,
    `_rpmdir ${folder}/rpms`,
    '_build_name_fmt %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm',
  ];
  const options = ['--quiet', '--target', arch, ...defines.flatMap((one) => ['--define', one])];
  await runOrThrow(['rpmbuild', '-bb', ...options, spec], { env: { ...process.env, LC_ALL: 'C' } });
}
