import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathInHost, type LabHost } from './lab.ts';
import { runOrThrow } from './process.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * A package whose script does what those of kernels and services do: it writes outside of its own files, and loads a
 * unit.
 */
const spec = (version: string): string => `Name: lab-writer
Version: ${version}
Release: 1
Summary: a script that writes everywhere
License: MIT
BuildArch: noarch
%description
A lab package.
%files
%post
set -e
echo ${version} >/usr/lib/lab-writer
mkdir -p /boot && echo ${version} >/boot/lab-writer
echo ${version} >/etc/lab-writer
printf '[Unit]\\nDescription=lab writer ${version}\\n[Service]\\nExecStart=/bin/sleep infinity\\n[Install]\\nWantedBy=multi-user.target\\n' \\
  >/etc/systemd/system/lab-writer.service
systemctl daemon-reload
systemctl enable --quiet lab-writer
systemctl restart lab-writer
`;

/** Builds lab-writer 1.0 and 1.1 as a repository in the checkout, where hosts see it. */
export async function buildWriterRepo(): Promise<{ folder: string; remove: () => void }> {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.cache/writer-'));
  for (const version of ['1.0', '1.1']) {
    const file = path.join(folder, `${version}.spec`);
    writeFileSync(file, spec(version));
    const defines = [
      `_topdir ${folder}/work`,
      `_rpmdir ${folder}`,
      '_build_name_fmt %%{NAME}-%%{VERSION}.rpm',
    ];
    const options = defines.flatMap((define) => ['--define', define]);
    await runOrThrow(['rpmbuild', '-bb', '--quiet', '--target', 'noarch', ...options, file]);
  }
  await runOrThrow(['createrepo_c', '--quiet', folder]);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Installs lab-writer 1.0 on the host by hand, and makes 1.1 known to its package manager. */
export async function offerWriter(host: LabHost, folder: string, reposFolder: string): Promise<void> {
  const inHost = pathInHost(folder);
  const repo = ['name=Writer', `baseurl=file://${inHost}`, 'enabled=1', 'gpgcheck=0', 'repo_gpgcheck=0'];
  await host.writeFile(`${reposFolder}/writer.repo`, `[writer]\n${repo.join('\n')}\n`);
  await host.run(['rpm', '--install', `${inHost}/lab-writer-1.0.rpm`]);
}
