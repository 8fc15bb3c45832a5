import type { PackageBackend } from '../backend.ts';

/** What is installed, as requests may name it: `name` and `name:arch`. */
export async function installedNames(
  backend: Pick<PackageBackend, 'installedVersions'>,
): Promise<ReadonlySet<string>> {
  const keys = [...(await backend.installedVersions()).keys()];
  return new Set([...keys, ...keys.map((key) => key.slice(0, key.lastIndexOf(':')))]);
}
