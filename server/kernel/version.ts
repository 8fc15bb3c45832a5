import { readFileSync } from 'node:fs';

/** How a person at the machine calls this program: the packages bring a command, a clone has none. */
export const PROGRAM = process.argv[1]?.endsWith('.cjs') ? 'fleetmend' : 'node server/main.ts';

/** The version of this manager, of package.json. */
export function managerVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
