import type { ErrorCatalogue } from '../../shared/wire/appError.ts';
import { assertMigrated } from '../db/migrate.ts';
import { createComputing } from '../computing/computing.ts';
import { createMetrics } from '../metrics.ts';
import { createReading } from '../db/reading/reading.ts';
import { createRunTx } from '../db/tx.ts';
import { createCheckpoints } from '../security/audit/checkpoints.ts';
import { stage } from './bootError.ts';
import type { AnyFeature, CommandContext, Context } from './feature.ts';
import { createContext, type KernelParts } from './kernelContext.ts';
import { migrationsOf } from './loader.ts';
import { validateManifests } from './manifests.ts';

export interface CommandParts extends KernelParts, Pick<CommandContext, 'actor' | 'print'> {
  features: readonly AnyFeature[];
  off: readonly AnyFeature[];
  commonErrors: ErrorCatalogue;
}

/** The context of a command. Throws where the database is not of this version: only a manager's start migrates. */
export async function createCommandContext(
  parts: CommandParts,
): Promise<{ ctx: CommandContext; stop(): Promise<void> }> {
  const { features, off, commonErrors, db, log, config, actor, print } = parts;
  const ordered = validateManifests(features, { off, commonErrors });
  const offNames = off.map(({ name }) => name);
  await stage('kernel', 'migrate', () => assertMigrated(db, migrationsOf(ordered), offNames));
  const runTx = createRunTx(db, log);
  const checkpoints = createCheckpoints({ ...parts, dataDir: config.dataDir, runTx });
  const reading = createReading(db.address);
  const computing = createComputing();
  const { ctx } = createContext(parts, {
    ordered,
    reading,
    computing,
    metrics: createMetrics(log),
    phase: () => 'starting',
    setups: new Map(),
    commonErrors,
    runTx,
    // The manager may be writing the file of checkpoints, so a command does not; the manager's next checkpoint signs
    // these rows.
    checkpoints: { ...checkpoints, note: () => undefined },
    scheduler: absent<Context['jobs']>('the scheduler'),
    outbox: absent<Context['outbox']>('the outbox'),
  });
  const missing: Pick<Context, 'hooks' | 'steps' | 'core'> = {
    hooks: absent('hooks'),
    steps: absent('steps'),
    core: absent('services'),
  };
  const stop = async (): Promise<void> => {
    await reading.stop();
    await computing.stop();
  };
  return { ctx: { ...ctx, ...missing, actor, print, checkpoints }, stop };
}

/** Throws at every use: a command that went on without `what` would leave out what a feature does there. */
function absent<T extends object>(what: string): T {
  return new Proxy({} as T, {
    get() {
      throw new Error(`a command runs without features that are set up, so ${what} cannot be used in it`);
    },
  });
}
