/** Rows that become due and are worked on by one manager at a time. */
export { rounds } from '../server/kernel/leased/rounds.ts';
export type { Rounds } from '../server/kernel/leased/rounds.ts';
export { claimDue, dueAgain, freed, giveBack } from '../server/kernel/leased/rows.ts';
export type { LeasedTable as Table } from '../server/kernel/leased/rows.ts';
export type { Wait } from '../server/kernel/leased/waits.ts';
export { leasedWorker as worker } from '../server/kernel/leased/worker.ts';
export type { LeasedWorker as Worker } from '../server/kernel/leased/worker.ts';
