import { requireZone } from '../../recurrence/rule.ts';

/** One setting: what it may be, and what it is until somebody sets it. */
export interface Field<V> {
  readonly fallback: V;
  /**
   * What is wrong with a value, to follow its name ("must be …"); null: nothing. For a secret it judges the plain text.
   */
  judge(value: unknown): string | null;
  /**
   * Turns a value that `judge` takes into the one form in which it is stored; without this it is stored as it was sent.
   */
  normal?(value: V): V;
  /**
   * The value to use for a stored one that `judge` refuses because another version wrote it; without this the fallback.
   * For fields whose fallback would let through what the stored value keeps out.
   */
  salvage?(stored: unknown): V;
  /** Of a choice: all its words. */
  readonly words?: readonly string[];
  /**
   * A secret is sealed at rest and never answered. `sentTo` names the fields of its section that say where it is
   * sent: when one of them changes, the secret is cleared, so that nobody can have it sent to a place of his own.
   */
  readonly secret?: { readonly sentTo: readonly string[] };
  /** For how long something is kept: a lower value deletes for good, so it takes a fresh sign-in. */
  readonly isKeptFor?: true;
}

/** A whole number. The unit is in the setting's name. */
export function whole(fallback: number, { min, max }: { min: number; max: number }): Field<number> {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return {
    fallback,
    judge: (value) => (fits(value) ? null : `must be a whole number from ${min} to ${max}`),
  };
}

/** For how many days something is kept. */
export const keptDays = (fallback: number, range: { min: number; max: number }): Field<number> => ({
  ...whole(fallback, range),
  isKeptFor: true,
});

/** True or false. */
export function flag(fallback: boolean): Field<boolean> {
  return { fallback, judge: (value) => (typeof value === 'boolean' ? null : 'must be true or false') };
}

/** A text of one line. `judge` says what else is wrong with it. */
export function text(
  fallback: string,
  { maxLength, judge = () => null }: { maxLength: number; judge?: (value: string) => string | null },
): Field<string> {
  return {
    fallback,
    judge(value) {
      if (typeof value !== 'string' || value.length > maxLength)
        return `must be a text of at most ${maxLength} characters`;
      return /\p{Cc}/u.test(value) ? 'must be one line without control characters' : judge(value);
    },
  };
}

/** Name of an IANA time zone that this manager knows, such as `Europe/Berlin`. In forms it is a text. */
export const timeZone = (fallback: string): Field<string> =>
  text(fallback, {
    maxLength: 64,
    judge(value) {
      try {
        requireZone(value);
        return null;
      } catch {
        return 'must be the name of a time zone, such as Europe/Berlin';
      }
    },
  });

/** One word of a closed list. */
export function choice<const Word extends string>(
  fallback: NoInfer<Word>,
  words: readonly Word[],
): Field<Word> {
  const fits = (value: unknown) => words.some((word) => word === value);
  return { fallback, words, judge: (value) => (fits(value) ? null : `must be one of ${words.join(', ')}`) };
}

/** A list of texts, in the order in which it was given. */
export function texts({
  maxItems,
  item,
}: {
  maxItems: number;
  item: Field<string>;
}): Field<readonly string[]> {
  return {
    fallback: [],
    judge(value) {
      if (!Array.isArray(value) || value.length > maxItems) return `must be a list of at most ${maxItems}`;
      const wrong = value.findIndex((entry) => item.judge(entry) !== null);
      return wrong < 0 ? null : `entry ${wrong + 1} ${item.judge(value[wrong])}`;
    },
  };
}

/** A secret text; null while none is set. See {@link Field.secret}. */
export function secret({
  maxLength,
  sentTo,
}: {
  maxLength: number;
  sentTo: readonly string[];
}): Field<string | null> {
  return {
    fallback: null,
    judge: (value) =>
      typeof value === 'string' && value.length <= maxLength
        ? null
        : `must be a text of at most ${maxLength} characters, or null`,
    secret: { sentTo },
  };
}
