import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;
type Column = Knex.ColumnBuilder;

/**
 * Column types that mean the same on SQLite and MariaDB. All columns are nullable until `.notNullable()`.
 * Names are snake_case; models map them to camelCase.
 */
export const columns = {
  /** Primary key: UUID v7 in lower case, made in code (`uuid.v7()`), char(36) ascii on MariaDB. */
  id(t: Table, name = 'id'): Column {
    return columns.uuid(t, name).notNullable().primary();
  },
  /** A reference or other UUID: char(36) ascii. */
  uuid(t: Table, name: string): Column {
    return columns.ascii(t, name, 36);
  },
  /** Machine-made text (states, codes, hashes, fingerprints): ascii, compared byte by byte, indexable. */
  ascii(t: Table, name: string, length = 64): Column {
    return t.specificType(
      name,
      sqlType(t, `varchar(${length}) character set ascii collate ascii_bin`, `varchar(${length})`),
    );
  },
  /** Text that people write, compared exactly, up to `length` characters; indexable up to 700. */
  string(t: Table, name: string, length = 255): Column {
    return t.specificType(
      name,
      sqlType(t, `varchar(${length}) character set utf8mb4 collate utf8mb4_bin`, `varchar(${length})`),
    );
  },
  /** What keeps a name from being given twice: see `nameKeyOf`. */
  nameKey(t: Table): Column {
    return columns.ascii(t, 'name_key').unique();
  },
  /** Long text; not indexable. */
  text(t: Table, name: string): Column {
    return t.specificType(name, sqlType(t, 'longtext character set utf8mb4 collate utf8mb4_bin', 'text'));
  },
  /** JSON as text; list it in the model's `jsonAttributes`. */
  json(t: Table, name: string): Column {
    return columns.text(t, name);
  },
  /** A point of time in milliseconds, UTC; list it in the model's `timestamps`. Set in code, never by default. */
  timestamp(t: Table, name: string): Column {
    return t.specificType(name, sqlType(t, 'datetime(3)', 'integer'));
  },
  /** Whole number up to 2^53 (bytes, milliseconds, sequence numbers). */
  bigint(t: Table, name: string): Column {
    return t.specificType(name, sqlType(t, 'bigint', 'integer'));
  },
  /** Whole number up to 2^31. */
  integer(t: Table, name: string): Column {
    return t.specificType(name, sqlType(t, 'int', 'integer'));
  },
  double(t: Table, name: string): Column {
    return t.specificType(name, sqlType(t, 'double', 'real'));
  },
  /** 0 or 1; list it in the model's `booleans`. */
  boolean(t: Table, name: string): Column {
    return t.specificType(name, sqlType(t, 'tinyint(1)', 'integer'));
  },
  /** Bytes, up to 4 GB. */
  blob(t: Table, name: string): Column {
    return t.specificType(name, sqlType(t, 'longblob', 'blob'));
  },
  /** Primary key that the database counts up (`row_id` of the audit). */
  rowId(t: Table, name = 'row_id'): Column {
    return t.bigIncrements(name);
  },
} as const;

function sqlType(t: Table, mariadb: string, sqlite: string): string {
  const client = (t as unknown as { client: { config: { client: unknown }; driverName: string } }).client;
  return client.driverName === 'mysql2' ? mariadb : sqlite;
}
