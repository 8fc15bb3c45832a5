import type { Context } from '../../../server/plugin.ts';
import { sorted } from '../domain.ts';

/** The form of the file; raised when another reader would misunderstand it. */
const FILE_VERSION = 1;

/** All parts, keys in the order of the alphabet: equal states give equal texts. */
export async function exportConfiguration(
  ctx: Pick<Context, 'configurationParts'>,
): Promise<{ version: number; parts: unknown }> {
  const parts: [string, unknown][] = [];
  for (const part of ctx.configurationParts()) parts.push([part.name, await part.export()]);
  return { version: FILE_VERSION, parts: sorted(Object.fromEntries(parts)) };
}
