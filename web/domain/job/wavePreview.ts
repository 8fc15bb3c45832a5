import { countText, plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import { waveSizes } from './waveShares.ts';

type Wave = Schemas['JobWave'];

/** One, a tenth, the rest: what most people mean by waves. */
export const USUAL_WAVES: readonly Wave[] = [{ count: 1 }, { percent: 10 }];
export const MOST_WAVES = 100;
const MOST_SOAK_SECS = 604_800;
const CANARY_TAG = 'canary';

/**
 * Reads a wave as an address writes it: `10%` or `3`, then `@600` for the seconds waited after it; null if it is not a
 * wave.
 */
export function readWave(text: string): Wave | null {
  const [, number = '', percent = '', , soak = '0'] = /^(\d{1,6})(%?)(@(\d{1,6}))?$/.exec(text) ?? [];
  const share = Number(number);
  const soakSecs = Number(soak);
  if (share < 1 || soakSecs > MOST_SOAK_SECS || (percent === '%' ? share > 100 : share > 100_000))
    return null;
  return { ...(percent === '%' ? { percent: share } : { count: share }), ...soakOf(soakSecs) };
}

export const soakOf = (secs: number): Pick<Wave, 'soak_secs'> => (secs > 0 ? { soak_secs: secs } : {});

/** Why these waves do not fit so many hosts, in a sentence; null: they do. */
export function waveProblem(waves: readonly Wave[], hostsTotal: number): string | null {
  const percent = waves.reduce((sum, wave) => sum + (wave.percent ?? 0), 0);
  if (percent > 100) return `The shares add up to ${percent} %, more than all hosts.`;
  const sizes = waveSizes(waves, hostsTotal);
  let left = hostsTotal;
  for (const [index, { count = 0 }] of waves.entries()) {
    if (left === 0)
      return `Wave ${index + 1} would be empty: the waves before it include all ${hostsTotal} hosts.`;
    if (count > left)
      return `Wave ${index + 1} needs ${plural(count, 'host')}, but only ${countText(left)} of ${countText(hostsTotal)} remain.`;
    left -= sizes[index] ?? 0;
  }
  return null;
}

/** A host as the preview knows it. */
export interface PreviewHost {
  name: string;
  fqdn: string;
  tags: readonly string[];
}

export interface PreviewWave {
  hosts: number;
  names: string[];
  soakSecs: number;
}

/**
 * Which of the hosts each wave holds, in their order: canaries first, then by name, as the manager orders them. Of hosts
 * that are only counted, how many.
 */
export function previewOf(waves: readonly Wave[], all: readonly PreviewHost[] | number): PreviewWave[] {
  const hosts = typeof all === 'number' ? [] : all;
  const byName = hosts.toSorted((a, b) => (a.fqdn < b.fqdn ? -1 : Number(a.fqdn > b.fqdn)));
  const isCanary = ({ tags }: PreviewHost): boolean => tags.includes(CANARY_TAG);
  const ordered = [...byName.filter(isCanary), ...byName.filter((host) => !isCanary(host))];
  let from = 0;
  return waveSizes(waves, typeof all === 'number' ? all : all.length).map((size, index) => {
    const names = ordered.slice(from, from + size).map(({ name }) => name);
    from += size;
    return { hosts: size, names, soakSecs: waves[index]?.soak_secs ?? 0 };
  });
}
