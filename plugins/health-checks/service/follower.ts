import type { Context } from '#sdk';
import { followGroups } from './following.ts';

/** Keeps the rows of hosts in line with the checks of their groups. */
export interface Follower {
  /** One round, after the one that is under way. */
  run(): Promise<void>;
  /** A round soon; a failure is logged, and the round of the next minute makes up for it. */
  wake(): void;
  /** Resolves when no round is under way any more; none begins after it. */
  stop(): Promise<void>;
}

/** `wakeSweeper`: checks may be due now. */
export function createFollower(ctx: Context, wakeSweeper: () => void): Follower {
  let last: Promise<void> = Promise.resolve();
  let isWaiting = false;
  let isStopped = false;

  async function round(): Promise<void> {
    if (isStopped) return;
    await followGroups(ctx);
    wakeSweeper();
  }

  function run(): Promise<void> {
    const next = last.then(round);
    last = next.catch(() => undefined);
    return next;
  }

  return {
    run,
    wake() {
      // A round that has not begun sees this change too.
      if (isWaiting) return;
      isWaiting = true;
      const begun = last.then(() => {
        isWaiting = false;
        return round();
      });
      last = begun.catch((error: unknown) =>
        ctx.log.warn({ error }, 'the checks of groups could not be brought to their hosts'),
      );
    },
    async stop() {
      isStopped = true;
      await last;
    },
  };
}
