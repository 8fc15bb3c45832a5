import { ApiError, isUnanswered } from './apiError.ts';
import { holds } from './saveOnce.ts';

interface MakeCall<T> {
  make: () => Promise<T>;
  /** The manager's error code when there is one of this name already. */
  existsCode: string;
  /** What of it can be read again, without a password for one; all unless given. */
  readable?: object;
  /** Reads the one of this name. */
  find: () => Promise<T | undefined>;
}

/**
 * Makes what has a name of its own, by a call that takes no idempotency key. Keep one for each form. After a lost answer
 * the same is asked for again, and the manager says that the name is taken, by the first call: then that one is the
 * answer, if it is what was asked for.
 */
export class MakeOnce {
  #unanswered = '';

  async make<T extends object>(
    asked: object,
    { make, existsCode, readable = asked, find }: MakeCall<T>,
  ): Promise<T> {
    const text = JSON.stringify(asked);
    try {
      return await make();
    } catch (error) {
      if (isUnanswered(error)) this.#unanswered = text;
      const isTaken = error instanceof ApiError && error.code === existsCode;
      if (!isTaken || this.#unanswered !== text) throw error;
      const made = await find().catch(() => undefined);
      if (made === undefined || !holds(made, readable)) throw error;
      return made;
    }
  }
}
