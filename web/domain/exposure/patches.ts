import { api, must } from '../../core/api.ts';
import type { Paths, Schemas } from '../../core/schema.ts';
import { newJobHref } from '../host/chosenHosts.ts';
import { jobOf, type WantedJob } from './jobOf.ts';

export type Patch = Schemas['ExposurePatch'];
export type PatchQuery = NonNullable<Paths['/api/v1/exposure/patches']['get']['parameters']['query']>;

const PAGE_ROWS = 500;

/** Reads every patch that fits, loaded by the table or not. */
export async function readPatches(query: PatchQuery): Promise<Patch[]> {
  const found: Patch[] = [];
  let cursor: string | null = null;
  do {
    const params = { query: { ...query, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) } };
    const list: Schemas['ExposurePatchList'] = await must(api.GET('/api/v1/exposure/patches', { params }));
    found.push(...list.patches);
    cursor = list.next_cursor;
  } while (cursor !== null);
  return found;
}

/** The address of a new job for these patches. Null: all are held. */
export function jobFor(patches: readonly Patch[]): string | null {
  const wanted = jobOf(patches);
  return (
    wanted &&
    newJobHref(
      wanted.hostIds,
      wanted.packages.map((name) => ['package', name]),
    )
  );
}

/**
 * The address at which a job for patches of one advisory is reviewed: exactly its hosts and packages. Hosts on which all
 * of it is held are left out, and counted there.
 */
export function advisoryJobHref({ hostIds, packages }: WantedJob, hostsHeld: number): string {
  const named = packages.map((name): [string, string] => ['package', name]);
  const held: [string, string][] = hostsHeld === 0 ? [] : [['held', String(hostsHeld)]];
  return newJobHref(hostIds, [...named, ...held, ['step', 'review']]);
}
