import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { maySayElsewhere, ownConfFiles } from '../read/ownConf.ts';

const isAboutHooks = /pre-install-pkgs|#clear/i;
/** The hook that debconf installs as 70debconf; the comment in that file permits removing it. */
const preconfigures = 'DPkg::Pre-Install-Pkgs {"/usr/sbin/dpkg-preconfigure --apt || true";};';
const comments = /^[ \t]*(?:\/\/|#(?!clear|include)).*$/gim;
const confText = `// Nobody is there to be asked, and each package asks for itself when it is set up.
#clear DPkg::Pre-Install-Pkgs;
`;

const confFile = (dir: string) => path.join(dir, 'guard.conf');

/**
 * Whether the only hook in these texts of apt's configuration is dpkg-preconfigure. That hook asks the questions of
 * all packages before the first is unpacked, so that a person may leave. Where nobody is asked, it wastes a sixth of
 * a small transaction (debconf-devel(7): packages must do without it, as on every host that has no apt-utils).
 */
export function onlyPreconfigures(confs: readonly string[]): boolean {
  if (confs.some((text) => maySayElsewhere.test(text))) return false;
  const about = confs
    .map((text) => text.replace(comments, '').trim())
    .filter((text) => isAboutHooks.test(text));
  return about.length > 0 && about.every((text) => text === preconfigures);
}

/**
 * Switches dpkg-preconfigure off for the transaction of this folder. If the host has another hook, all of them stay.
 */
export async function leavePreconfigureOut(dir: string): Promise<void> {
  const files = await ownConfFiles();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  if (onlyPreconfigures(texts)) await writeFile(confFile(dir), confText);
}

/** The apt options that switch it off; they must come before those that name our own hooks. */
export async function hookOptions(dir: string): Promise<string[]> {
  const found = await stat(confFile(dir)).catch(() => null);
  return found === null ? [] : ['-c', confFile(dir)];
}
