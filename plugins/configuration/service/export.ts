import type { Context } from '#sdk';
import { sorted } from '../domain.ts';

/** Version of the file's form; raised when older readers would misunderstand it. */
const FILE_VERSION = 1;

/** All parts, with keys in alphabetical order, so that equal states give equal texts. */
export async function exportConfiguration(
  ctx: Pick<Context, 'configuration'>,
): Promise<{ version: number; parts: unknown }> {
  const parts: [string, unknown][] = [];
  for (const part of ctx.configuration.all()) parts.push([part.name, await part.export()]);
  return { version: FILE_VERSION, parts: sorted(Object.fromEntries(parts)) };
}
