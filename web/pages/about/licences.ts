import { errorOf, failureOf } from '../../core/apiError.ts';

/** One bundled package; written by the build. */
export interface Licence {
  name: string;
  version: string;
  identifier: string | null;
  text: string | null;
}

export async function fetchLicences(signal: AbortSignal): Promise<Licence[]> {
  const response = await fetch('/licences.json', { signal }).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (!response.ok) throw errorOf(response, null);
  return (await response.json()) as Licence[];
}
