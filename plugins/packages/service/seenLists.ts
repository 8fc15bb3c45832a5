import type { PackedList, VersionOrder } from '../domain/list.ts';
import { Recent } from './recent.ts';

/**
 * Recent answers of agents, by the digest of their bytes: an answer of the same bytes is the same list, which need not
 * be parsed, judged and packed again. Nothing that an agent claims is relied on.
 */
export class SeenLists {
  /**
   * Room for the lists that a fleet goes through at a time: hosts of one kind come to the same list one after the
   * other.
   */
  readonly #lists = new Recent<PackedList>({ most: 32, mostChars: 32 * 1024 * 1024, charsOf });

  find(digest: string, order: VersionOrder): PackedList | null {
    return this.#lists.find(keyOf(digest, order));
  }

  add(digest: string, list: PackedList): void {
    this.#lists.add(keyOf(digest, list.order), list);
  }
}

const keyOf = (digest: string, order: VersionOrder): string => `${order} ${digest}`;

const charsOf = ({ segments }: PackedList): number =>
  segments.reduce((sum, { text }) => sum + text.length, 0);
