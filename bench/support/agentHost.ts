import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LabHost } from '../../test/support/lab.ts';

/**
 * Adds packages that dpkg believes to be installed, and a repository with one list that has a newer version of each.
 */
export async function pad(host: LabHost, packages: number): Promise<void> {
  const names = Array.from({ length: packages }, (_, index) => `pad-${String(index).padStart(4, '0')}`);
  const status = await host.readFile('/var/lib/dpkg/status');
  const fields =
    'Section: misc\nPriority: optional\nMaintainer: Pad <pad@example.invalid>\nArchitecture: all';
  const about = 'Installed-Size: 12\nDescription: padding\n stands for a package\n';
  const installed = names.map(
    (name) => `Package: ${name}\nStatus: install ok installed\n${fields}\nVersion: 1.0-1\n${about}`,
  );
  await host.writeFile('/var/lib/dpkg/status', `${status.trimEnd()}\n\n${installed.join('\n')}\n`);
  await host.run([
    'sh',
    '-c',
    `cd /var/lib/dpkg/info && for i in $(seq -f pad-%04g 0 ${packages - 1}); do : >$i.list; done`,
  ]);
  const offered = names.map((name) => {
    const file = `Filename: ./${name}.deb\nSize: 1024\nSHA256: ${'0'.repeat(64)}`;
    return `Package: ${name}\n${fields}\nVersion: 1.1-1\n${file}\n${about}`;
  });
  await host.writeFile('/srv/pad/Packages', `${offered.join('\n')}\n`);
  await host.writeFile('/etc/apt/sources.list.d/pad.list', 'deb [trusted=yes] file:/srv/pad ./\n');
  await host.run(['apt-get', '-qq', 'update']);
}

const identityFiles = ['identity/agent.key', 'identity/agent.crt', 'identity/ca.pem'];

/** Copies these files from a folder into a folder of the host. */
export async function copyInto(
  host: LabHost,
  from: string,
  to: string,
  files = identityFiles,
): Promise<void> {
  for (const file of files)
    await host.writeFile(`${to}/${file}`, readFileSync(path.join(from, file), 'utf8'), '600');
}
