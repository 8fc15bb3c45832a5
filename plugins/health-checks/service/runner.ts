import type { Context } from '#sdk';
import { Limit } from '../domain/limit.ts';
import type { CheckModel } from '../models.ts';
import { hostsFor, runCheck, type Run } from './run.ts';

/**
 * How many checks run at once, per lane, for gates and people that wait. Those that did not pass last time may hang, so
 * they have a lane of their own; the sweep has other places.
 */
const AT_ONCE = 48;

export interface Runner {
  /** Runs one now. Resolves with what it says, also where it fails. */
  one(check: CheckModel): Promise<Run>;
  /** Runs all of them now, some at once; the results by check id. */
  all(checks: readonly CheckModel[]): Promise<ReadonlyMap<string, Run>>;
}

/** Runs checks on request; what is stored about them stays as it is. */
export function createRunner(ctx: Context): Runner {
  const lanes = [new Limit(AT_ONCE), new Limit(AT_ONCE)] as const;
  const placeOf = ({ lane }: CheckModel): Limit => lanes[lane === 0 ? 0 : 1];

  async function all(checks: readonly CheckModel[]): Promise<ReadonlyMap<string, Run>> {
    const hosts = await hostsFor(ctx, checks);
    const runs = checks.map(async (check): Promise<[string, Run]> => {
      return [check.id, await placeOf(check).run(() => runCheck(ctx, check, hosts))];
    });
    return new Map(await Promise.all(runs));
  }

  return {
    all,
    async one(check) {
      const hosts = await hostsFor(ctx, [check]);
      return placeOf(check).run(() => runCheck(ctx, check, hosts));
    },
  };
}
