import type { RequestIssue, Wave } from './jobSpec.ts';

/** Hosts with this tag start first in a job with waves. */
export const CANARY_TAG = 'canary';

/** The order in which the hosts of a job with waves start: canaries first, otherwise as they are. */
export function canariesFirst<T extends { tags: readonly string[] }>(hosts: readonly T[]): T[] {
  const isCanary = ({ tags }: T): boolean => tags.includes(CANARY_TAG);
  return [...hosts.filter(isCanary), ...hosts.filter((host) => !isCanary(host))];
}

/**
 * How many of `hostsTotal` hosts each wave holds, in order; hosts left over form one more wave. Shares are rounded up
 * cumulatively, so that ten tenths of fifteen hosts are 2, 1, 2, 1, …; each wave holds at least one host. Only for
 * waves without {@link waveIssues}.
 */
export function waveSizes(waves: readonly Wave[], hostsTotal: number): number[] {
  let left = hostsTotal;
  let percentBefore = 0;
  const sizes = waves.map((wave) => {
    const size = Math.min(left, wantedOf(wave, percentBefore, hostsTotal));
    percentBefore += 'percent' in wave ? wave.percent : 0;
    left -= size;
    return size;
  });
  return left > 0 ? [...sizes, left] : sizes;
}

function wantedOf(wave: Wave, percentBefore: number, hostsTotal: number): number {
  if ('count' in wave) return wave.count;
  const upTo = (percent: number): number => Math.ceil((hostsTotal * percent) / 100);
  return Math.max(1, upTo(percentBefore + wave.percent) - upTo(percentBefore));
}

/** The first reason why `hostsTotal` hosts cannot be split into these waves; empty when they can. */
export function waveIssues(waves: readonly Wave[], hostsTotal: number): RequestIssue[] {
  const percent = waves.reduce((sum, wave) => sum + ('percent' in wave ? wave.percent : 0), 0);
  if (percent > 100)
    return [{ path: '/body/waves', message: `the percentages add up to ${percent}, more than all hosts` }];
  const sizes = waveSizes(waves, hostsTotal);
  for (const [index, wave] of waves.entries()) {
    const taken = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
    const left = hostsTotal - taken;
    const path = `/body/waves/${index}`;
    if (left === 0)
      return [{ path, message: `would hold no host: the waves before it take all ${hostsTotal} of the job` }];
    if ('count' in wave && wave.count > left)
      return [
        { path: `${path}/count`, message: `is more than the ${left} of ${hostsTotal} hosts that are left` },
      ];
  }
  return [];
}
