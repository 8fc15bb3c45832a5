import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { durationText } from '../../core/time.ts';
import { icon } from '../../icons/icons.ts';
import { MOST_WAVES, previewOf, soakOf, USUAL_WAVES, waveProblem, type PreviewHost } from './wavePreview.ts';
import type { Wishes } from './wishes.ts';

type Wave = Schemas['JobWave'];
type Change = (part: Partial<Wishes>) => void;
const NAMED = 5;
const MINUTE_SECS = 60;

const numberOf = (event: Event): number => Number((event.target as HTMLInputElement).value);

/** The fields for waves and for how many hosts may fail. `preview` stands under the waves: which hosts they hold. */
export function waveFields(wishes: Wishes, preview: unknown, change: Change): TemplateResult {
  const { waves } = wishes;
  const isUsual = JSON.stringify(waves) === JSON.stringify(USUAL_WAVES);
  return html`<fieldset class="choices">
      <legend>Order</legend>
      ${radio('All at once (up to the parallel limit)', waves.length === 0, () => change({ waves: [] }))}
      ${radio('Canary: 1 host, 10 %, rest', isUsual, () => change({ waves: USUAL_WAVES }))}
      ${radio('Custom waves', waves.length > 0 && !isUsual, () => change({ waves: OWN }))}
    </fieldset>
    ${waves.length === 0 ? nothing : html`${rows(waves, change)} ${preview}`} ${budgetField(wishes, change)}`;
}

/** The waves that a reader's own waves begin with. */
const OWN: readonly Wave[] = [{ count: 1, soak_secs: 3_600 }, { percent: 10 }];

const radio = (label: string, isOn: boolean, choose: () => void): TemplateResult =>
  html`<label class="choice">
    <input type="radio" name="waves" .checked=${live(isOn)} @change=${choose} />
    ${label}
  </label>`;

function rows(waves: readonly Wave[], change: Change): TemplateResult {
  const set = (index: number, wave: Wave): void =>
    change({ waves: waves.map((one, at) => (at === index ? wave : one)) });
  return html`<ol class="waves">
      ${waves.map((wave, index) => row(wave, index, { waves, set, change }))}
    </ol>
    <p>
      <button
        type="button"
        ?disabled=${waves.length >= MOST_WAVES}
        @click=${() => change({ waves: [...waves, { percent: 10 }] })}
      >
        ${icon('plus')} Add a wave
      </button>
    </p>`;
}

interface RowChange {
  waves: readonly Wave[];
  set(index: number, wave: Wave): void;
  change: Change;
}

function row(wave: Wave, index: number, { waves, set, change }: RowChange): TemplateResult {
  const { percent, count = 1, soak_secs: soak = 0 } = wave;
  const isShare = percent !== undefined;
  const shareOf = (isPercent: boolean, number: number): Wave => ({
    ...(isPercent ? { percent: Math.min(100, Math.max(1, number)) } : { count: Math.max(1, number) }),
    ...soakOf(soak),
  });
  return html`<li class="wave">
    <strong>Wave ${index + 1}</strong>
    <label class="field"
      >Size
      <input
        type="number"
        min="1"
        max=${isShare ? 100 : 100_000}
        .value=${live(String(percent ?? count))}
        @change=${(event: Event) => set(index, shareOf(isShare, Math.trunc(numberOf(event))))}
      />
    </label>
    <label class="field"
      >Of
      <select
        @change=${(event: Event) =>
          set(index, shareOf((event.target as HTMLSelectElement).value === 'percent', percent ?? count))}
      >
        <option value="count" ?selected=${!isShare}>hosts</option>
        <option value="percent" ?selected=${isShare}>% of all hosts</option>
      </select>
    </label>
    <label class="field"
      >Soak time (minutes)
      <input
        type="number"
        min="0"
        max="10080"
        .value=${live(String(Math.round(soak / MINUTE_SECS)))}
        @change=${(event: Event) => {
          const { soak_secs: _soak, ...share } = wave;
          const minutes = Math.min(10_080, Math.max(0, Math.trunc(numberOf(event))));
          set(index, { ...share, ...soakOf(minutes * MINUTE_SECS) });
        }}
      />
    </label>
    <button
      type="button"
      aria-label="Remove wave ${index + 1}"
      ?disabled=${waves.length === 1}
      @click=${() => change({ waves: waves.filter((_one, at) => at !== index) })}
    >
      ${icon('close')}
    </button>
  </li>`;
}

/** Which of these hosts each wave holds, or why they do not fit; of hosts that are only counted, how many. */
export function wavesOver(waves: readonly Wave[], hosts: readonly PreviewHost[] | number): TemplateResult {
  const total = typeof hosts === 'number' ? hosts : hosts.length;
  if (total === 0) return html`<p class="small quiet">Select hosts to see which wave each is in.</p>`;
  const problem = waveProblem(waves, total);
  if (problem !== null) return html`<p class="notice warn" role="status">${icon('warning')} ${problem}</p>`;
  return html`<div class="stack tight" role="status">
    <p class="small quiet">Hosts tagged <code>canary</code> come first.</p>
    <ol class="preview">
      ${previewOf(waves, hosts).map(
        ({ hosts: count, names, soakSecs }) =>
          html`<li>
            <strong>${plural(count, 'host')}</strong>${names.length === 0 ? '.' : `: ${some(names)}`}${
              soakSecs > 0 ? html` <span class="quiet">Soak time: ${durationText(soakSecs)}.</span>` : nothing
            }
          </li>`,
      )}
    </ol>
  </div>`;
}

function some(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names
    .slice(0, NAMED)
    .map((name) => safeName(name))
    .join(', ')}${more}.`;
}

function budgetField({ waves, budget }: Wishes, change: Change): TemplateResult {
  const hasWaves = waves.length > 0;
  return html`<label class="field budget"
    >${hasWaves ? 'Failure threshold per wave (%)' : 'Failure threshold (%, optional)'}
    <input
      type="number"
      min="0"
      max="100"
      placeholder=${hasWaves ? '0' : 'any'}
      .value=${live(budget === null ? '' : String(budget))}
      @change=${(event: Event) => {
        const { value } = event.target as HTMLInputElement;
        change({ budget: value === '' ? null : Math.min(100, Math.max(0, Math.trunc(Number(value)))) });
      }}
    />
    <span class="hint">Above it the job pauses for a decision</span>
  </label>`;
}
