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
interface BaseRow {
  id: 1;
  sealed: string;
}

const PURPOSE = 'audit base';

/** What the database says of the archive; null where nothing was archived, `forged` where no manager has sealed it. */
export async function readBase(
  knex: Knex,
  secrets: Pick<Secrets, 'open'>,
): Promise<AuditBase | 'forged' | null> {
  return opened(await rowOf(knex).first(), secrets);
}

/** The same for whoever only reads the log: a forged statement says nothing, and the check of the log tells of it. */
export const knownBase = async (knex: Knex, secrets: Pick<Secrets, 'open'>): Promise<AuditBase | null> =>
  unlessForged(await readBase(knex, secrets));

/** The same, locked until the transaction ends. */
export const lockBase = async (tx: Knex, secrets: Pick<Secrets, 'open'>): Promise<AuditBase | null> =>
  unlessForged(opened(await rowOf(tx).forUpdate().first(), secrets));

/**
 * The text is sealed with the secret key, which all managers of a database share and which is not in the database:
 * whoever can only write to the database cannot make one up.
 */
export async function writeBase(tx: Knex, secrets: Pick<Secrets, 'seal'>, base: AuditBase): Promise<void> {
  await rowOf(tx).update({ sealed: secrets.seal(JSON.stringify(base), PURPOSE) });
}

export const unlessForged = (base: AuditBase | 'forged' | null): AuditBase | null =>
  base === 'forged' ? null : base;

const rowOf = (knex: Knex) => knex<BaseRow>('kernel_audit_base').where('id', 1);

function opened(row: BaseRow | undefined, secrets: Pick<Secrets, 'open'>): AuditBase | 'forged' | null {
  if (!row || row.sealed === '') return null;
  try {
    return JSON.parse(secrets.open(row.sealed, PURPOSE)) as AuditBase;
  } catch {
    return 'forged';
  }
}
