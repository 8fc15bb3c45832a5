import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readSideBySide } from '../../rpm/read/duplicates.ts';

const service = 'purge-kernels.service';

/**
 * Why old kernels are never removed here, in words; null where they are removed, or where a new kernel replaces the
 * old one. zypper keeps them side by side and relies on a service at boot to remove all but the newest.
 */
export async function findKernelsKept(root = '/'): Promise<string | null> {
  const several = await readSideBySide(root);
  if (!several.has('multiversion(kernel)')) return null;
  const units = path.join(root, 'etc/systemd/system');
  const folders = (await readdir(units).catch(() => [])).filter((name) => name.endsWith('.wants'));
  const wanted = await Promise.all(folders.map((name) => readdir(path.join(units, name)).catch(() => [])));
  if (wanted.flat().includes(service)) return null;
  return `Old kernels are never removed, and fill /boot: ${service} is off. \`systemctl enable ${service}\` mends it.`;
}
