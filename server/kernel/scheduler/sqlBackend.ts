import type { AgendaBackend } from 'agenda';
import { ts, type Database } from '../db/database.ts';
import { SqlJobRepository } from './sqlRepository.ts';
import { latestLock } from './store.ts';
import type { JobStore, LockOwner } from './store.ts';
import { jobsTable } from './sqlRows.ts';
import type { JobRow } from './sqlRows.ts';

/** Jobs in the manager's own database; its table comes from `schedulerMigrations`. */
export function createSqlJobStore(db: Database, owner: LockOwner): JobStore {
  const jobs = () => db.knex<JobRow>(jobsTable);
  const backend: AgendaBackend = {
    name: db.dialect,
    repository: new SqlJobRepository(db, owner) as unknown as AgendaBackend['repository'],
    ownsConnection: false,
    connect: async () => {},
    disconnect: async () => {},
  };
  return {
    backend,
    async connect() {
      await jobs().first('id');
    },
    // It is the manager's own database, without which there is nothing to run.
    isAway: () => false,
    // `save` replaces the waiting job by itself, in one statement, by the unique index over the waiting key.
    replaceWaiting: (_name, _unique, save) => save(),
    async mendLocks() {
      const now = new Date();
      await jobs().where('locked_at', '>', latestLock(now)).update({ locked_at: now });
    },
    async releaseLocks(whose) {
      const held = jobs().whereNotNull('locked_at');
      if (whose === 'own') held.where('locked_by', owner.name);
      else {
        // Everything that begins with `<instanceId>:` (';' follows ':'), exactly on both databases.
        held.where('locked_by', '>', `${owner.instanceId}:`).where('locked_by', '<', `${owner.instanceId};`);
        held.whereNot('locked_by', owner.name);
      }
      // A one-shot job that has started has no `next_run_at`: without one nobody would ever claim it again.
      await held.update({
        locked_at: null,
        locked_by: null,
        next_run_at: db.knex.raw('coalesce(next_run_at, ?)', [new Date()]) as unknown as Date,
      });
    },
    async countDue(now) {
      const due = db.reader<JobRow>(jobsTable).whereNull('locked_at').where('next_run_at', '<=', ts(now));
      const row = (await due.count({ jobs: '*' }).first()) as { jobs: number | string } | undefined;
      return Number(row?.jobs ?? 0);
    },
    disconnect: async () => {},
  };
}
