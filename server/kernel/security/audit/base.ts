import type { Knex } from 'knex';
import type { Secrets } from '../secrets.ts';

/** Where the log begins once older rows were archived: the last row that is in the file of the archive. */
export interface AuditBase {
  /** Rows 1 to this one are archived. */
  rows: number;
  /** Hash of that row: the next one was written after it. */
  hash: string;
  /** Older rows were archived. */
  before: string;
  /** When that was done. */
  at: string;
}

/** A single row; `sealed` is empty before the first archive. */
export interface BaseRow {
  id: 1;
  sealed: string;
}

const PURPOSE = 'audit base';

/**
 * The text that is stored. It is sealed with the secret key, which all managers of a database share and which is not in
 * the database: whoever can only write to the database cannot make one up.
 */
export const sealBase = (secrets: Pick<Secrets, 'seal'>, base: AuditBase): string =>
  secrets.seal(JSON.stringify(base), PURPOSE);

/** What the database says of the archive; null where nothing was archived, `forged` where no manager has sealed it. */
export async function readBase(
  knex: Knex,
  secrets: Pick<Secrets, 'open'>,
): Promise<AuditBase | 'forged' | null> {
  const row = await knex<BaseRow>('kernel_audit_base').where('id', 1).first();
  return openBase(secrets, row?.sealed ?? '');
}

export function openBase(secrets: Pick<Secrets, 'open'>, sealed: string): AuditBase | 'forged' | null {
  if (sealed === '') return null;
  try {
    return JSON.parse(secrets.open(sealed, PURPOSE)) as AuditBase;
  } catch {
    return 'forged';
  }
}

/** The last archived row; 0 where nothing was archived, or where nobody can say. */
export const archivedRows = (base: AuditBase | 'forged' | null): number =>
  base === null || base === 'forged' ? 0 : base.rows;
