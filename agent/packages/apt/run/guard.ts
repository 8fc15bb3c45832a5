import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PlanEntry } from '../../backend.ts';
import { imageRelease } from '../read/kernelReleases.ts';

/**
 * Reads apt's list of changes (DPkg::Pre-Install-Pkgs, Version 3) and compares it with the plan. Any difference
 * leaves `guard.differs` and stops apt before dpkg has touched a package. A package that is removed only for a moment
 * (a loop of dependencies) is listed twice and counts once: both lines have its present architecture, which tells it
 * from a package of the same name that really goes.
 *
 * It also stops apt where the packages' folders cannot be written: dpkg would notice only in the middle of a package,
 * could not take that back either, and leave it half installed. Hooks that make them writable (`DPkg::Pre-Invoke`)
 * have run by now.
 */
const script = `#!/bin/sh
export LC_ALL=C
dir=\${0%/*}
while read -r folder; do
  [ -w "$folder" ] || [ ! -e "$folder" ] || { echo "$folder: Read-only file system; nothing was changed" >&2; exit 1; }
done <"$dir/guard.folders"
awk -v plan="$dir/guard.plan" 'BEGIN { while ((getline line < plan) > 0) wanted[line] = 1 }
  function seen(line) { if (line in wanted) met[line] = 1; else differs = 1 }
  body && $9 == "**REMOVE**" { gone[$1 " " $3] = $1 " " $3 " " $2 " -" }
  body && $9 ~ /\\.deb$/ { came[$1 " " $3] = 1; seen($1 " " $7 " " $2 " " $6) }
  /^$/ { body = 1 }
  END {
    for (key in gone) if (!(key in came)) seen(gone[key])
    for (line in wanted) if (!(line in met)) differs = 1
    exit differs
  }' && { rm -f "$dir/guard.waits"; exit; }
: >"$dir/guard.differs"
echo "fleetmend: the changes are not those of the plan" >&2
exit 1
`;

/** The folders that these changes write to: each package has files in /usr, a kernel also in /boot. */
function foldersOf(entries: readonly PlanEntry[]): string[] {
  return entries.some(({ name }) => imageRelease(name) !== null) ? ['/usr', '/boot'] : ['/usr'];
}

/** Writes the guard into the job's folder; returns the apt options that make apt run it. */
export async function installGuard(
  dir: string,
  entries: readonly PlanEntry[],
  folders: readonly string[] = foldersOf(entries),
): Promise<string[]> {
  const lines = entries.map(({ name, arch, from, to }) => `${name} ${arch} ${from ?? '-'} ${to ?? '-'}`);
  await writeFile(path.join(dir, 'guard.plan'), lines.map((line) => `${line}\n`).join(''));
  await writeFile(path.join(dir, 'guard.folders'), folders.map((folder) => `${folder}\n`).join(''));
  await writeFile(path.join(dir, 'guard.waits'), '');
  const file = path.join(dir, 'guard');
  await writeFile(file, script, { mode: 0o700 });
  return guardOptions(dir);
}

export function guardOptions(dir: string): string[] {
  const file = path.join(dir, 'guard');
  return ['-o', `DPkg::Pre-Install-Pkgs::=${file}`, '-o', `DPkg::Tools::Options::${file}::Version=3`];
}

/**
 * Whether apt has not come past the guard of this folder, so that it has changed nothing: it was stopped, got no lock,
 * could not fetch, or found nothing left to do. The guard of an older agent does not tell: false.
 */
export async function guardWaits(dir: string): Promise<boolean> {
  return (await stat(path.join(dir, 'guard.waits')).catch(() => null)) !== null;
}

/** Whether the guard has stopped apt. */
export async function guardStopped(dir: string): Promise<boolean> {
  return (await stat(path.join(dir, 'guard.differs')).catch(() => null)) !== null;
}
