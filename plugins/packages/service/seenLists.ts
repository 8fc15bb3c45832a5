import type { PackedList, VersionOrder } from '../domain/list.ts';

/** As many as a fleet goes through at a time: hosts of one kind come to the same list one after the other. */
const MOST_LISTS = 32;
/** Of their texts together. */
const MOST_CHARS = 32 * 1024 * 1024;

/**
 * What agents have answered lately, by the digest of the bytes: whose answer is the same to the byte has the same list,
 * and it need not be read, judged and packed once more. It rests on no agent's word.
 */
export class SeenLists {
  readonly #lists = new Map<string, PackedList>();
  #chars = 0;

  find(digest: string, order: VersionOrder): PackedList | null {
    const list = this.#lists.get(keyOf(digest, order));
    if (!list) return null;
    // A map keeps the order of insertion: the last one is the one used last.
    this.#lists.delete(keyOf(digest, order));
    this.#lists.set(keyOf(digest, order), list);
    return list;
  }

  add(digest: string, list: PackedList): void {
    const key = keyOf(digest, list.order);
    if (this.#lists.has(key) || charsOf(list) > MOST_CHARS / 2) return;
    this.#lists.set(key, list);
    this.#chars += charsOf(list);
    for (const [oldest, one] of this.#lists) {
      if (this.#lists.size <= MOST_LISTS && this.#chars <= MOST_CHARS) return;
      this.#lists.delete(oldest);
      this.#chars -= charsOf(one);
    }
  }
}

const keyOf = (digest: string, order: VersionOrder): string => `${order} ${digest}`;

const charsOf = ({ segments }: PackedList): number =>
  segments.reduce((sum, { text }) => sum + text.length, 0);
