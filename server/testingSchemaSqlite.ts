import SqliteConnection from 'better-sqlite3';

/**
 * Fills a SQLite file that has no tables from the file `schema`: copies the tables with their rows, then the indexes;
 * migrations make no triggers or views.
 */
export function fillEmpty(file: string, schema: string): void {
  const database = new SqliteConnection(file);
  try {
    const count = database.prepare('select count(*) as tables from sqlite_master').get() as {
      tables: number;
    };
    if (count.tables > 0) return;
    database.prepare('attach ? as made').run(schema);
    const made = database
      .prepare(
        "select type, name, sql from made.sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\'",
      )
      .all() as { type: string; name: string; sql: string }[];
    const tables = made.filter(({ type }) => type === 'table');
    database.transaction(() => {
      for (const { sql } of tables) database.exec(sql);
      for (const { name } of tables) database.exec(`insert into main."${name}" select * from made."${name}"`);
      for (const { type, sql } of made) if (type !== 'table') database.exec(sql);
    })();
  } finally {
    database.close();
  }
}
