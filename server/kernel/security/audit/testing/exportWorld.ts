import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { suite } from 'uvu';
import type { FreshDatabase } from '#test/support/databases.ts';
import { waitFor } from '#test/support/wait.ts';
import { testActor, type TestApp } from '#server/testing.ts';
import { verifyExport, type FileReport } from '../exported/verify.ts';

export interface World {
  place: FreshDatabase;
  app: TestApp;
  dir: string;
  /** Lines of an export of the whole log: 250 rows with checkpoints at 100, 200 and 250. */
  lines: string[];
}

export const ROWS = 250;
/** Line of the first row in a whole export: after the head, the checkpoints and the line that begins the rows. */
export const FIRST_ROW_LINE = 6;

export type ExportSuite = ReturnType<typeof suite<World>>;

/** Writes the rows in hundreds, each with its checkpoint, an hour apart. */
export async function writeRows({ app }: World): Promise<void> {
  const file = join(app.ctx.config.dataDir, 'audit-checkpoints.jsonl');
  const isSigned = (rows: number) =>
    existsSync(file) && readFileSync(file, 'utf8').includes(`"rows":${rows},`);
  for (let row = 1; row <= ROWS; row++) {
    await app.ctx.tx(async (tx) =>
      app.ctx.audit.record(tx, {
        actor: testActor('admin'),
        address: '10.0.0.5',
        action: row % 5 === 0 ? 'host.deleted' : 'host.updated',
        resource: { kind: 'host', id: `h-${row}`, name: 'wéb\n"1"' },
        after: { row },
      }),
    );
    if (row % 100 !== 0 && row !== ROWS) continue;
    if (row === ROWS) await app.clock.advance(60_000);
    await waitFor(() => isSigned(row), {
      timeoutMs: 20_000,
      everyMs: 5,
      what: `the checkpoint of row ${row}`,
    });
    await app.clock.advance(3_600_000);
  }
}

type Filters = Parameters<TestApp['ctx']['audit']['export']>[0];

export async function exported({ app }: World, filters: Filters = {}): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of (await app.ctx.audit.export(filters)).json()) pieces.push(piece);
  return pieces.join('');
}

export async function verified(
  { app, dir }: World,
  text: string,
  key = app.ctx.audit.publicKey().pem,
): Promise<FileReport> {
  const file = join(dir, 'export.json');
  writeFileSync(file, text);
  return verifyExport(file, key);
}

export const check = (world: World, lines: readonly string[]): Promise<FileReport> =>
  verified(world, lines.join('\n'));
export const faultsOf = ({ errors }: FileReport) => errors.map(({ fault, rowId }) => [fault, rowId]);
/** Index of a row in the lines of the whole export. */
export const at = (row: number): number => FIRST_ROW_LINE - 1 + row - 1;
export const bare = (line: string | undefined): string => (line ?? '').replace(/,$/, '');
