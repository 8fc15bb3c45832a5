/** Work in portions: turns, batches, repetition. */
export { batchedCalls } from '../server/kernel/batchedCalls.ts';
export { CLOCKS_DIFFER_MS } from '../server/kernel/clock.ts';
export { every } from '../server/kernel/every.ts';
export { inTurns } from '../server/kernel/longWork.ts';
export { createTurns, TurnsFull } from '../server/kernel/turns.ts';
export { logThrottle } from '../server/shared/logThrottle.ts';
