/** An empty set of hosts: one bit for each host, by the host's number. */
export const bitsFor = (hosts: number): Uint32Array => new Uint32Array((hosts + 31) >>> 5);

export const addBit = (bits: Uint32Array, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
};

export const hasBit = (bits: Uint32Array, at: number): boolean =>
  (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;

export const hasAny = (bits: Uint32Array): boolean => bits.some((word) => word !== 0);

/** Adds the hosts of the other set to `into`. */
export function merge(into: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < into.length; at++) into[at] = (into[at] ?? 0) | (other[at] ?? 0);
}

/** Removes the hosts of the other set from `from`. */
export function subtract(from: Uint32Array, other: Uint32Array): void {
  for (let at = 0; at < from.length; at++) from[at] = (from[at] ?? 0) & ~(other[at] ?? 0);
}

/** How many hosts are in the set and, if it is given, in `within` too. */
export function countBits(bits: Uint32Array, within?: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    let word = (bits[at] ?? 0) & (within ? (within[at] ?? 0) : ~0);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
