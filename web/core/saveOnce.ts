import { ApiError } from './apiError.ts';

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
