import { AppError } from '#server/shared/wire/appError.ts';
import type { BrokenDependency, PackageRequest } from '../backend.ts';

const SHOWN = 20;

/** Which installed package lacks what; the first 20. */
export function brokenSentence(broken: readonly BrokenDependency[]): string {
  const pairs = broken.slice(0, SHOWN).map(({ name, needs }) => `${name} needs ${needs}`);
  const more = broken.length > SHOWN ? `; and ${broken.length - SHOWN} more` : '';
  const [what, are] = broken.length === 1 ? ['dependency', 'is'] : ['dependencies', 'are'];
  return `${broken.length} ${what} of installed packages ${are} not met: ${pairs.join('; ')}${more}.`;
}

/**
 * The refusal of a request on a host whose package manager changes nothing while a dependency is broken, whatever the
 * request names: DEPENDENCIES_BROKEN instead of CONFLICT. Any other error, and that of a repair, stays.
 */
export async function explainedByBroken(
  error: unknown,
  { operation }: PackageRequest,
  read: () => Promise<BrokenDependency[]>,
): Promise<unknown> {
  if (operation === 'repair' || !(error instanceof AppError) || error.code !== 'CONFLICT') return error;
  const broken = await read();
  if (broken.length === 0) return error;
  const message = `${brokenSentence(broken)} The package manager changes nothing before that is mended: plan a repair of this host.`;
  const details = { ...error.params.details, broken: broken.slice(0, 200) };
  return new AppError('DEPENDENCIES_BROKEN', { message, details });
}
