import type { PackageBackend, PlanEntry } from '../../agent/packages/backend.ts';

/** What the package manager writes while it makes these changes; with `failure` (“package: what”), the script of that package fails. */
export function linesOf(
  manager: PackageBackend['name'],
  entries: readonly PlanEntry[],
  failure: string | null,
): string[] {
  return manager === 'apt' ? aptLines(entries, failure) : rpmLines(manager, entries);
}

function aptLines(entries: readonly PlanEntry[], failure: string | null): string[] {
  const unpacked = entries.flatMap(({ name, arch, from, to }) => [
    `Preparing to unpack .../${name}_${to}_${arch}.deb ...`,
    `Unpacking ${name} (${to}) over (${from}) ...`,
  ]);
  const failing = entries.find(({ name }) => failure?.startsWith(`${name}:`));
  const setUp = entries
    .filter((entry) => entry !== failing)
    .map(({ name, to }) => `Setting up ${name} (${to}) ...`);
  return [
    ...unpacked,
    ...setUp,
    ...(failing ? dpkgFailure(failing) : ['Processing triggers for libc-bin ...']),
  ];
}

function dpkgFailure({ name, to }: PlanEntry): string[] {
  return [
    `Setting up ${name} (${to}) ...`,
    'Job for postgresql@17-main.service failed because the control process exited with error code.',
    `dpkg: error processing package ${name} (--configure):`,
    ` installed ${name} package post-installation script subprocess returned error exit status 1`,
    'Errors were encountered while processing:',
    ` ${name}`,
  ];
}

function rpmLines(manager: 'dnf' | 'zypper', entries: readonly PlanEntry[]): string[] {
  const of = (index: number): string => `${index + 1}/${entries.length}`;
  const line = ({ name, arch, to }: PlanEntry, index: number): string =>
    manager === 'dnf'
      ? `  Upgrading        : ${name}-${to}.${arch}    ${of(index)}`
      : `(${of(index)}) Installing: ${name}-${to}.${arch} [..done]`;
  return ['Running transaction check', 'Transaction check succeeded.', ...entries.map(line)];
}
