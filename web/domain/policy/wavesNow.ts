import { html, nothing } from 'lit';
import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import { icon } from '../../icons/icons.ts';
import { fittedWaves, waveSizes } from '../job/waveShares.ts';

/**
 * How many hosts each wave would hold now, or what is wrong with the waves. `hostsTotal` is null where it is not known.
 */
export function wavesNow(
  waves: readonly Schemas['JobWave'][],
  hostsTotal: number | null,
  fault: string | undefined,
): unknown {
  if (fault !== undefined)
    return html`<p class="notice warn" role="alert">${icon('warning')} <span>${fault}</span></p>`;
  if (!hostsTotal) return nothing;
  const sizes = waveSizes(fittedWaves(waves, hostsTotal), hostsTotal);
  return html`<p class="small quiet" role="status">
    With the hosts of now: ${sizes.map((size) => plural(size, 'host')).join(', then ')}.
  </p>`;
}
