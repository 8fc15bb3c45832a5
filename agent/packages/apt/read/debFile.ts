import { stat } from 'node:fs/promises';
import { hashFile } from '../../shared/hash.ts';
import type { AptContext } from '../aptContext.ts';
import { aptEnv } from '../aptContext.ts';
import type { StashedDeb } from '../aptRecord.ts';

const timeoutMs = 60_000;

/** The package in a file, by its own control data; null where it is none. */
export async function describeDeb(
  { run }: Pick<AptContext, 'run'>,
  file: string,
): Promise<StashedDeb | null> {
  const argv = ['dpkg-deb', '--field', file, 'Package', 'Version', 'Architecture'];
  const { exitCode, stdout } = await run(argv, { env: aptEnv, timeoutMs });
  const [size, sha256] = [await stat(file).catch(() => null), await hashFile(file)];
  const fieldOf = (name: string): string | undefined =>
    new RegExp(`^${name}: (\\S+)$`, 'm').exec(stdout)?.[1];
  const [name, version, arch] = [fieldOf('Package'), fieldOf('Version'), fieldOf('Architecture')];
  if (exitCode !== 0 || !size || sha256 === null || !name || !version || !arch) return null;
  // No source lists it: apt takes it from its path, and not from the cache.
  return { name, arch, version, path: file, sha256, sizeBytes: size.size, source: 'installed' };
}
