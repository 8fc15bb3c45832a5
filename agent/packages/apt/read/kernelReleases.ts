/** `linux-image-6.1.0-18-amd64` is the kernel of the release 6.1.0-18-amd64; `linux-image-amd64` only asks for one. */
export function imageRelease(name: string): string | null {
  if (name.endsWith('-dbg')) return null;
  return /^linux-image-(?:unsigned-)?(\d.*?)(?:-unsigned)?$/.exec(name)?.[1] ?? null;
}

/** Image, modules, headers and the like of that release. */
export function isOfKernel(name: string, release: string): boolean {
  return name.startsWith('linux-') && name.replace(/-unsigned$/, '').endsWith(`-${release}`);
}

/** `6.1.0-18-cloud-amd64` is of the kind `cloud-amd64`, `6.12.20+rpt-rpi-2712` of `rpi-2712`. */
export function kindOf(release: string): string {
  return /^[^-]+(?:-\d[^-]*)*-?(.*)$/.exec(release)?.[1] ?? '';
}

/**
 * The releases of the same kind as the running one. A kernel of another kind is no newer version of it, for the boot
 * loader stays with the running kind. If no release of that kind is left, all count.
 */
export function ofRunningKind(releases: readonly string[], running: string): string[] {
  const own = releases.filter((release) => kindOf(release) === kindOf(running));
  return own.length > 0 ? own : [...releases];
}
