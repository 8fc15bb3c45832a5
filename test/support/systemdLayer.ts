import { cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runOrThrow } from './process.ts';

/**
 * Files of the Debian image that its systemd needs, whatever image lies over it: its accounts, and where the loader
 * finds its libraries.
 */
const accounts = ['passwd', 'group', 'shadow', 'gshadow', 'ld.so.cache'];

/**
 * Makes the layer that lets an rpm image borrow systemd from the Debian image under it: the accounts of that image, and
 * nothing of its package manager (a 0:0 device hides a file from an overlay). Returns its folder, for lowerdir.
 */
export async function systemdLayer(debianImage: string): Promise<string> {
  const layer = mkdtempSync(path.join(process.env['LAB_DIR'] ?? tmpdir(), 'systemd-layer-'));
  for (const folder of ['etc', 'usr/bin', 'var/lib'])
    mkdirSync(path.join(layer, folder), { recursive: true });
  for (const name of accounts)
    cpSync(path.join(debianImage, 'etc', name), path.join(layer, 'etc', name), { preserveTimestamps: true });
  const tools = readdirSync(path.join(debianImage, 'usr/bin')).filter((name) => /^(?:apt|dpkg)/.test(name));
  const hidden = [...tools.map((name) => `usr/bin/${name}`), 'var/lib/dpkg', 'var/lib/apt'];
  const script = 'cd "$1"; shift; for f; do mknod "$f" c 0 0; done';
  await runOrThrow(['sh', '-ec', script, 'sh', layer, ...hidden]);
  return layer;
}
