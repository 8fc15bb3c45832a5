/**
 * `debian12` has every lab package at 1.0; `debian12-bare` none; `debian12-systemd` is the first with systemd as pid 1,
 * `debian13-systemd` the same of Debian 13. `debian11` (apt 2.2) and `debian13` (apt 3.0) have the packages of the first. `el9` (dnf 4), `fedora` (dnf5) and
 * `suse` (zypper) have every lab rpm at 1.0; with `-systemd` they borrow it from Debian.
 */
export type Image =
  | 'debian11'
  | 'debian12'
  | 'debian12-bare'
  | 'debian12-systemd'
  | 'debian13'
  | 'debian13-systemd'
  | 'el9'
  | 'fedora'
  | 'suse'
  | 'el9-systemd'
  | 'suse-systemd';

const imageLayers: Record<Image, string[]> = {
  debian11: ['deb11-t0', 'deb11'],
  debian12: ['deb12-t0', 'deb12'],
  'debian12-bare': ['deb12'],
  'debian12-systemd': ['deb12sd-t0', 'deb12sd'],
  debian13: ['deb13-t0', 'deb13'],
  'debian13-systemd': ['deb13sd-t0', 'deb13sd'],
  el9: ['el9-t0', 'el9'],
  fedora: ['fedora-t0', 'fedora'],
  suse: ['suse-t0', 'suse'],
  'el9-systemd': ['el9-t0', 'el9', 'deb12sd'],
  'suse-systemd': ['suse-t0', 'suse', 'deb12sd'],
};

/** Names of the folders of an image, the topmost first; throws unless the head of this suite names them. */
export function foldersOf(image: Image): readonly string[] {
  requireDeclared(imageLayers[image]);
  return imageLayers[image];
}

/**
 * The runner starts a suite as soon as the images that its head names are built: another one might be missing then. An
 * image's own layers come with it.
 */
function requireDeclared(names: readonly string[]): void {
  const declared = process.env['TEST_LAB_IMAGES']?.split(' ');
  if (!declared) return;
  const missing = names.filter((name) => !declared.some((one) => one === name || one === `${name}-t0`));
  if (missing.length > 0)
    throw new Error(`add to the line "// images:" of this suite: ${missing.join(', ')}`);
}
