import { ApiError, errorOf, isUnanswered } from './apiError.ts';
import { idempotencyKey } from './idempotencyKey.ts';
import { isNotFound } from './reading.ts';

/** The header of a change that is based on this version of a thing. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });

/** As `must`, with the tag that a change must name: `{ [name]: the answer, etag }`. */
export async function versioned<Name extends string, T>(
  name: Name,
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<Record<Name, T> & { etag: string }> {
  const { data, error, response } = await call;
  const etag = response.headers.get('etag');
  if (!data || etag === null) throw errorOf(response, error);
  return { [name]: data, etag } as Record<Name, T> & { etag: string };
}

type Key = ReturnType<typeof idempotencyKey>;

/** Who sends the same again later than this wants it a second time. */
const SAME_WITHIN_MS = 10 * 60_000;

/** The keys of calls that had no answer, by what was asked for. */
const unanswered = new Map<string, { key: Key; at: number }>();

/**
 * Makes a call that starts work, with its idempotency key. If the same `what` (path and body) was sent shortly before
 * and had no answer, it may have worked all the same, so it is sent with the same key: the manager then answers with
 * what it started, and starts nothing twice.
 */
export async function startOnce<T>(
  what: readonly unknown[],
  call: (key: Key) => Promise<T>,
  nowMs = performance.now(),
): Promise<T> {
  const name = JSON.stringify(what);
  const before = unanswered.get(name);
  const key = before && nowMs - before.at < SAME_WITHIN_MS ? before.key : idempotencyKey();
  try {
    const answer = await call(key);
    unanswered.delete(name);
    return answer;
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(name, { key, at: nowMs });
    else unanswered.delete(name);
    throw error;
  }
}

interface SaveCall<T> {
  save: () => Promise<T>;
  /** Reads what is stored now; undefined: it was deleted. */
  read: () => Promise<T | undefined>;
  /** The stored values within an answer; without it the answer itself. */
  valuesOf?: (answer: T) => object;
}

/**
 * Saves with the version that the change is based on. After a lost answer the same is saved again, and the manager
 * refuses it as overtaken, by the first save. So what is stored now is compared with what was asked for (`body`): if it
 * is the same, it is the answer. Otherwise throws the refusal, 412 `PRECONDITION_FAILED`.
 */
export async function saveOnce<T extends object>(
  body: object,
  { save, read, valuesOf = (answer) => answer }: SaveCall<T>,
): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PRECONDITION_FAILED') throw error;
    // Whatever goes wrong here, the refusal is what the person has to know.
    const now = await read().catch(() => undefined);
    if (now === undefined || !holds(valuesOf(now), body)) throw error;
    return now;
  }
}

/** Whether all that was asked for is stored; what was not asked for may be anything. */
export function holds(stored: object, asked: object): boolean {
  const values = stored as Readonly<Record<string, unknown>>;
  return Object.entries(asked).every(([name, value]) => isEqual(values[name], value));
}

/** No value and null are the same, and so are lists of names in another order: the manager sorts some. */
function isEqual(one: unknown, other: unknown): boolean {
  if ((one ?? null) === (other ?? null)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    const [left, right] = [one, other].map((list) => (list.every(isPlain) ? [...list].sort() : list));
    return left?.length === right?.length && (left ?? []).every((each, at) => isEqual(each, right?.[at]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isEqual(one[name], other[name]));
}

const isPlain = (value: unknown): boolean => typeof value !== 'object';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/**
 * Deletes what may be gone already, because an earlier answer was lost or somebody else was quicker: either way it is
 * deleted, as was asked for.
 */
export async function deleteOnce(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
