import type { PackedList, VersionOrder } from '../domain/list.ts';
import { Recent } from './recent.ts';

/**
 * What agents have answered lately, by the digest of the bytes: whose answer is the same to the byte has the same list,
 * and it need not be read, judged and packed once more. It rests on no agent's word.
 */
export class SeenLists {
  /** As many as a fleet goes through at a time: hosts of one kind come to the same list one after the other. */
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
