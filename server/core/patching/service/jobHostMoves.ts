/** The writes that move job hosts from state to state. Only JobTx makes them: it counts what they mean for the job. */
import { patchModels, rowWith } from '#server/kernel/db/model.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import {
  ACTIVE_STATES,
  isActive,
  isEnded,
  mayChangeHost,
  type JobHostState,
} from '../domain/jobHostStates.ts';
import { JobHostModel, oneMore } from '../models.ts';
import { releaseTags } from './tagClaims.ts';

/** How long a lease lasts. The manager at work on the host renews it; otherwise another manager takes over. */
export const LEASE_MS = 30_000;

/** Hosts that one statement moves: one by one, thousands of them occupy the database for seconds. */
const MANY = 100;

/** In which transaction job hosts are moved, when by the database's clock, and by which manager. */
export interface Mover {
  tx: Tx;
  now: Date;
  instanceId: string;
}

/**
 * Moves a job host, comparing id, state and version; returns it as it is now. Null when somebody else moved it first.
 * The lease and the hold on the host follow from the state.
 */
export async function moveHost(
  mover: Mover,
  row: JobHostModel,
  { to, set }: { to: JobHostState; set: Partial<JobHostModel> },
): Promise<JobHostModel | null> {
  if (!mayChangeHost(row.state, to)) throw new Error(`a job host cannot go from ${row.state} to ${to}`);
  const { tx, now } = mover;
  const values = {
    ...defined(set),
    ...holdOf(mover, row, to),
    state: to,
    version: row.version + 1,
    updatedAt: now,
  };
  if (isEnded(to)) values.completedAt = now;
  const where = { id: row.id, state: row.state, version: row.version };
  const changed = await patchModels(JobHostModel, tx.knex, { where, set: values });
  if (changed === 0) return null;
  if (!isActive(to) && row.heldTags) await releaseTags(tx.knex, row.id);
  return rowWith(row, values);
}

function holdOf({ now, instanceId }: Mover, row: JobHostModel, to: JobHostState): Partial<JobHostModel> {
  if (!isActive(to)) return { activeHostId: null, leaseOwner: null, leaseUntil: null, heldTags: null };
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  return { activeHostId: row.hostId, leaseOwner: instanceId, leaseUntil };
}

function defined<T extends object>(set: T): T {
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as T;
}

export interface MoveOfMany {
  to: JobHostState;
  set: Partial<JobHostModel>;
  raiseRound?: boolean;
}

/** Moves inactive job hosts, read under the job's lock, to an inactive state; returns each before and after. */
export async function moveHosts(
  { tx, now }: Mover,
  rows: readonly JobHostModel[],
  { to, set, raiseRound = false }: MoveOfMany,
): Promise<[before: JobHostModel, after: JobHostModel][]> {
  const values = { ...set, state: to, updatedAt: now };
  if (isEnded(to) && rows.some(({ state }) => state !== to)) values.completedAt = now;
  const raised = { version: oneMore('version'), ...(raiseRound ? { round: oneMore('round') } : {}) };
  for (let start = 0; start < rows.length; start += MANY) {
    const some = rows.slice(start, start + MANY);
    const odd = some.find(({ state }) => isActive(state) || !mayChangeHost(state, to));
    if (odd || isActive(to)) throw new Error(`a job host cannot go from ${odd?.state} to ${to} among many`);
    const changed = await JobHostModel.query(tx.knex)
      .whereIn(
        'id',
        some.map(({ id }) => id),
      )
      .whereNotIn('state', [...ACTIVE_STATES])
      .patch({ ...values, ...raised });
    if (changed !== some.length) throw new Error('a job host was moved without the lock of its job');
  }
  return rows.map((row) => {
    const round = row.round + Number(raiseRound);
    return [row, rowWith(row, values, { version: row.version + 1, round })];
  });
}
