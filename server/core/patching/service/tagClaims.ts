import type { Knex } from 'knex';
import { insertModels } from '../../../kernel/db/model.ts';
import { ACTIVE_STATES } from '../domain/jobHostStates.ts';
import type { TagClaim } from '../domain/hostTags.ts';
import { JobHostModel, TagClaimModel } from '../models.ts';

/** Tags in one statement. */
const BATCH = 500;

/** Who holds these tags, by tag; those that are free are missing. */
export async function claimsOf(knex: Knex, tags: readonly string[]): Promise<Map<string, TagClaim>> {
  const claims = new Map<string, TagClaim>();
  for (let at = 0; at < tags.length; at += BATCH) {
    const rows = await TagClaimModel.query(knex).whereIn('tag', tags.slice(at, at + BATCH));
    for (const { tag, rowId, fqdn } of rows) claims.set(tag, { tag, rowId, fqdn });
  }
  return claims;
}

/**
 * Takes tags, of many hosts at once, sorted, so that two managers do so in the same order. Rejects with a unique
 * violation when another manager has just taken one of them: then look again.
 */
export async function takeTags(knex: Knex, claims: readonly TagClaim[], now: Date): Promise<void> {
  const rows = claims.toSorted((a, b) => (a.tag < b.tag ? -1 : 1)).map((claim) => ({ ...claim, at: now }));
  await insertModels(TagClaimModel, knex, rows);
}

/** In the transaction that ends the work of the job host. */
export async function releaseTags(knex: Knex, rowId: string): Promise<void> {
  await TagClaimModel.query(knex).delete().where('row_id', rowId);
}

/** Tags of job hosts that are not at work, or not there any more: nobody else would ever release them. */
export async function releaseOrphans(knex: Knex): Promise<number> {
  const active = JobHostModel.query(knex)
    .select('id')
    .whereIn('state', [...ACTIVE_STATES]);
  return TagClaimModel.query(knex).delete().whereNotIn('row_id', active);
}
