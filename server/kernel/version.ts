import { readFileSync } from 'node:fs';

/** The version of this manager, of package.json. */
export function managerVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
