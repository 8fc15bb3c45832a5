import type { PackageBackend } from '../backend.ts';

/** The names of installed packages as requests may give them: `name` and `name:arch`. */
export async function installedNames(
  backend: Pick<PackageBackend, 'installedVersions'>,
): Promise<ReadonlySet<string>> {
  const keys = [...(await backend.installedVersions()).keys()];
  return new Set([...keys, ...keys.map((key) => key.slice(0, key.lastIndexOf(':')))]);
}
