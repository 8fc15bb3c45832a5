import type { JobFailure } from '../../backend.ts';
import type { SourceResult } from '../../shared/sources/state.ts';
import { queryOutput } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';
import type { SourceEntry } from '../read/entries.ts';
import { findUnreadableKeyring, isUndated, readEntries } from '../read/entries.ts';
import type { AptSource } from '../read/sources.ts';

/**
 * Adds to the sources that failed what apt does not say of them: that the host does not check the dates of their
 * lists, and that apt's user may not read their keyring.
 */
export async function withHostFacts(
  context: AptContext,
  results: readonly SourceResult[],
  sources: readonly AptSource[],
): Promise<SourceResult[]> {
  if (results.every(({ failure }) => failure === null)) return [...results];
  const [entries, noneDated] = await Promise.all([readEntries(), checksNoDates(context)]);
  return Promise.all(
    results.map(async (result) => {
      if (result.failure === null) return result;
      const base = sources.find(({ lists }) => lists === result.lists)?.base ?? '';
      const entry = entries.find(({ bases }) => bases.includes(base));
      const failure = await explained(result.failure, entry);
      const undated = noneDated || (entry !== undefined && isUndated(entry));
      return { ...result, failure, ...(undated && { undated }) };
    }),
  );
}

async function explained(failure: JobFailure, entry: SourceEntry | undefined): Promise<JobFailure> {
  if (failure.code !== 'SIGNATURE_INVALID' || !entry) return failure;
  const unreadable = await findUnreadableKeyring(entry);
  if (!unreadable) return failure;
  const { file, mode } = unreadable;
  const why = `The signature cannot be checked: apt does that as its user _apt, who may not read ${file} (mode ${mode}).`;
  return { ...failure, message: `${why} apt says: ${failure.message}` };
}

const dateSettings = ['Acquire::Check-Valid-Until', 'Acquire::Check-Date'];

async function checksNoDates(context: AptContext): Promise<boolean> {
  const words = dateSettings.flatMap((name, at) => [`D${at}`, `${name}/b`]);
  return /='false'/.test(await queryOutput(context, ['apt-config', 'shell', ...words]).catch(() => ''));
}
