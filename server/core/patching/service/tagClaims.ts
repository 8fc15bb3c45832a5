import type { Knex } from 'knex';
import { insertModels } from '#server/kernel/db/model.ts';
import { ACTIVE_STATES } from '../domain/jobHostStates.ts';
import type { TagClaim } from '../domain/hostTags.ts';
import { JobHostModel, TagClaimModel } from '../models.ts';

/** Tags in one statement. */
const BATCH = 500;

/** The claims on these tags, by tag; free tags are missing. */
export async function claimsOf(knex: Knex, tags: readonly string[]): Promise<Map<string, TagClaim>> {
  const claims = new Map<string, TagClaim>();
  for (let at = 0; at < tags.length; at += BATCH) {
    const rows = await TagClaimModel.query(knex).whereIn('tag', tags.slice(at, at + BATCH));
    for (const { tag, rowId, fqdn } of rows) claims.set(tag, { tag, rowId, fqdn });
  }
  return claims;
}

/**
 * Claims tags for many hosts at once; sorted, so that all managers claim in the same order. Rejects with a unique
 * violation when another manager has just claimed one of them: then read the claims again.
 */
export async function takeTags(knex: Knex, claims: readonly TagClaim[], now: Date): Promise<void> {
  const rows = claims.toSorted((a, b) => (a.tag < b.tag ? -1 : 1)).map((claim) => ({ ...claim, at: now }));
  await insertModels(TagClaimModel, knex, rows);
}

/** To be called in the transaction that ends the work of the job host. */
export async function releaseTags(knex: Knex, rowId: string): Promise<void> {
  await TagClaimModel.query(knex).delete().where('row_id', rowId);
}

/** Releases tags of job hosts that are not at work or no longer exist, which nothing else would; returns how many. */
export async function releaseOrphans(knex: Knex): Promise<number> {
  const active = JobHostModel.query(knex)
    .select('id')
    .whereIn('state', [...ACTIVE_STATES]);
  return TagClaimModel.query(knex).delete().whereNotIn('row_id', active);
}
