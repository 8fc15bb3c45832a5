import { AppError, type Context } from '#sdk';
import { matcherOf } from './domain.ts';
import { allowList } from './settings.ts';

/** Refuses addresses that the list does not hold. Throws ADDRESS_NOT_ALLOWED. */
export type Guard = (address: string) => Promise<void>;

/** Uses the list as it is now on this manager, and at most 2 s late when another manager changed it. */
export function createGuard({ settings }: Context): Guard {
  let known: readonly string[] | null = null;
  let holds: (address: string) => boolean = () => false;
  return async (address) => {
    const { value } = await settings.get(allowList);
    // An unchanged list is the same object, so it is parsed once and not at each call.
    if (value !== known) {
      holds = matcherOf(value);
      known = value;
    }
    if (!holds(address)) throw new AppError('ADDRESS_NOT_ALLOWED');
  };
}
