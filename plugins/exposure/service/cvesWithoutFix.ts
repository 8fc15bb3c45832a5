import { AppError, type Context, type HostScope } from '#sdk';
import { findCves, type CvePage, type CveQuery, type SeenCve } from './cves.ts';
import { isSeen, listUnfixed, unfixedToSeen, type UnfixedSight } from './unfixedList.ts';

interface Asking {
  /** Null: it is not known which CVEs have no fix. */
  sight: UnfixedSight | null;
  scope: HostScope;
}

/**
 * The CVEs that no source fixes yet, with the hosts on which a patch fixes them all the same. Throws HOST_NOT_FOUND.
 */
export async function listCvesWithoutFix(
  ctx: Context,
  query: CveQuery,
  { sight, scope }: Asking,
): Promise<CvePage> {
  if (query.hostId !== undefined) await ctx.core.hosts.require(query.hostId, scope);
  if (!sight) return { cves: [], total: 0, setAside: 0, unknown: 0, nextCursor: null };
  const page = listUnfixed(sight, query);
  const known = await findCves(
    ctx,
    page.cves.map(({ cve }) => cve),
    scope,
  );
  const cves = page.cves.map((one): SeenCve => {
    const { hostsOpen, firstSeenAt, packages } = known.get(one.cve) ?? unfixedToSeen(one);
    return { ...unfixedToSeen(one), hostsOpen, firstSeenAt, packages };
  });
  return { ...page, cves };
}

/** The CVE as the caller sees it, whether a patch fixes it or not. Throws CVE_NOT_FOUND. */
export async function requireCve(ctx: Context, cve: string, { sight, scope }: Asking): Promise<SeenCve> {
  const known = (await findCves(ctx, [cve], scope)).get(cve);
  if (known) return known;
  const unfixed = sight?.view.cves.get(cve);
  if (sight && unfixed && isSeen(unfixed, sight)) return unfixedToSeen(unfixed);
  throw new AppError('CVE_NOT_FOUND', { details: { cve } });
}
