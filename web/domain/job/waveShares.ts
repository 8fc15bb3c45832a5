import type { Schemas } from '../../core/schema.ts';

type Wave = Schemas['JobWave'];

/** A wave as the text that `readWave` reads. */
export function waveText({ percent, count, soak_secs: soak = 0 }: Wave): string {
  const share = percent === undefined ? String(count ?? 1) : `${percent}%`;
  return soak > 0 ? `${share}@${soak}` : share;
}

/** How many of the hosts each wave holds; the hosts left over are one more wave. Divides them as the manager does. */
export function waveSizes(waves: readonly Wave[], hostsTotal: number): number[] {
  let left = hostsTotal;
  let percentBefore = 0;
  const sizes = waves.map(({ percent, count }) => {
    const upTo = (share: number): number => Math.ceil((hostsTotal * share) / 100);
    const share = Math.max(1, upTo(percentBefore + (percent ?? 0)) - upTo(percentBefore));
    const size = Math.min(left, percent === undefined ? (count ?? 1) : share);
    percentBefore += percent ?? 0;
    left -= size;
    return size;
  });
  return left > 0 ? [...sizes, left] : sizes;
}

/** The waves for fewer hosts than they were made for, without those that would be empty. */
export function fittedWaves(waves: readonly Wave[], hostsTotal: number): Wave[] {
  const sizes = waveSizes(waves, hostsTotal);
  return waves.flatMap((wave, index) => {
    const size = index < waves.length ? (sizes[index] ?? 0) : 0;
    if (size === 0) return [];
    return [wave.count === undefined ? wave : { ...wave, count: size }];
  });
}
