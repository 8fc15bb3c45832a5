import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { maySayElsewhere, ownConfFiles } from '../read/ownConf.ts';

const isAboutHooks = /pre-install-pkgs|#clear/i;
/** What debconf brings as 70debconf, whose own comment allows to take it out. */
const preconfigures = 'DPkg::Pre-Install-Pkgs {"/usr/sbin/dpkg-preconfigure --apt || true";};';
const comments = /^[ \t]*(?:\/\/|#(?!clear|include)).*$/gim;
const confText = `// Nobody is there to be asked, and each package asks for itself when it is set up.
#clear DPkg::Pre-Install-Pkgs;
`;

const confFile = (dir: string) => path.join(dir, 'guard.conf');

/**
 * Whether the only hook that these texts of apt's configuration name is dpkg-preconfigure. It asks the questions of all
 * packages before the first is unpacked, so that a person may leave; where none is asked, it is a sixth of a small
 * transaction for nothing (debconf-devel(7): packages must do without it, as on every host that has no apt-utils).
 */
export function onlyPreconfigures(confs: readonly string[]): boolean {
  if (confs.some((text) => maySayElsewhere.test(text))) return false;
  const about = confs
    .map((text) => text.replace(comments, '').trim())
    .filter((text) => isAboutHooks.test(text));
  return about.length > 0 && about.every((text) => text === preconfigures);
}

/** Leaves dpkg-preconfigure out of the transaction of this folder; a hook of the host's own keeps all of them. */
export async function leavePreconfigureOut(dir: string): Promise<void> {
  const files = await ownConfFiles();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  if (onlyPreconfigures(texts)) await writeFile(confFile(dir), confText);
}

/** The options for that; they come before those that name hooks of ours. */
export async function hookOptions(dir: string): Promise<string[]> {
  const found = await stat(confFile(dir)).catch(() => null);
  return found === null ? [] : ['-c', confFile(dir)];
}
