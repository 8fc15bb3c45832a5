import type { Knex } from 'knex';
import type { Actor } from '../actor.ts';
import type { RunTx } from '../../db/tx.ts';
import type { Secrets } from '../secrets.ts';
import type { Audit } from './audit.ts';
import { knownBase } from './base.ts';
import type { AuditCheckpoint } from './checkpointFile.ts';
import type { AuditCheckpoints } from './checkpoints.ts';

export interface RestoreParts {
  reader: Knex;
  secrets: Pick<Secrets, 'open'>;
  runTx: RunTx;
  audit: Pick<Audit, 'record'>;
  checkpoints: Pick<AuditCheckpoints, 'read' | 'begin' | 'write'>;
}

/** What a restore took from the log. */
export interface Restored {
  /** The rows up to this one are those that were signed. */
  keptRows: number;
  /** The newest checkpoint that does not fit any more: the log went on at least up to its row. */
  lost: AuditCheckpoint;
}

const CHUNK = 500;

/**
 * Takes the database as an older copy that somebody has put back: checkpoints of the manager that do not fit it are
 * counted no more, and a row of the log and a signed statement beside the checkpoints say so for ever. Null where all of
 * them fit. Only for a manager that does not run, because it writes to the file of its checkpoints.
 */
export async function acceptRestore(
  { reader, secrets, runTx, audit, checkpoints }: RestoreParts,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<Restored | null> {
  const archived = (await knownBase(reader, secrets))?.rows ?? 0;
  const { checkpoints: all } = await checkpoints.read();
  // Nothing in the database tells of the hashes of archived rows.
  const signed = all.filter(({ rows }) => rows > archived);
  const hashes = await hashesOf(
    reader,
    signed.map(({ rows }) => rows),
  );
  const unfit = signed.filter(({ rows, hash }) => hashes.get(rows) !== hash);
  const lost = unfit.reduce<AuditCheckpoint | null>((a, b) => (a === null || b.rows >= a.rows ? b : a), null);
  if (lost === null) return null;
  const from = Math.min(...unfit.map(({ rows }) => rows));
  const keptRows = Math.max(archived, ...signed.filter(({ rows }) => rows < from).map(({ rows }) => rows));
  await runTx(
    async (tx) =>
      audit.record(tx, {
        actor,
        address: null,
        action: 'audit.restored',
        resource: { kind: 'audit', id: null, name: null },
        before: { rows: lost.rows, hash: lost.hash, signed_at: lost.at },
        after: { rows: keptRows, reason },
      }),
    { name: 'audit.restored' },
  );
  await checkpoints.begin({ rows: keptRows, reason });
  await checkpoints.write();
  return { keptRows, lost };
}

async function hashesOf(reader: Knex, rowIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(rowIds)];
  const found = new Map<number, string>();
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const rows = (await reader('kernel_audit')
      .whereIn('row_id', wanted.slice(start, start + CHUNK))
      .select('row_id', 'hash')) as { row_id: number | string; hash: string }[];
    for (const { row_id: id, hash } of rows) found.set(Number(id), hash);
  }
  return found;
}
