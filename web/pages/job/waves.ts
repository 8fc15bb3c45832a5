import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-progress/fm-progress.ts';
import '../../components/fm-time/fm-time.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import type { Schemas } from '../../core/schema.ts';
import { durationText } from '../../core/time.ts';
import { badge } from '../../domain/job/badge.ts';
import type { Offer } from '../../domain/job/offers.ts';
import { actText, CHOICES, whyNotText } from '../../domain/job/texts.ts';
import { budgetText, haltText, waveParts, waveProgressText, waveStateText } from '../../domain/job/waves.ts';

type Job = Schemas['Job'];
type Wave = Schemas['JobWaveState'];

/** The waves of a job as they run, and what the job waits for between two of them. Nothing for a job without waves. */
export function wavesCard(job: Job): TemplateResult | typeof nothing {
  if (job.wave_states.length === 0) return nothing;
  return html`<section class="card stack tight" aria-label="Waves">
    <h2>Waves</h2>
    <ol class="stack">
      ${job.wave_states.map((wave) => html`<li class="stack tight">${waveRow(wave, job.dry_run)}</li>`)}
    </ol>
  </section>`;
}

/** A plan does not wait between waves, so its waves have no states to show. */
function waveRow(wave: Wave, isPlan: boolean): TemplateResult {
  const { number } = wave;
  const said = isPlan ? [plural(wave.hosts_total, 'host')] : [waveProgressText(wave), budgetText(wave)];
  return html`<div class="row spread">
      <span class="row"
        ><strong>Wave ${number}</strong> ${isPlan ? nothing : badge(waveStateText(wave))}</span
      >
      <span class="small quiet">${said.filter(Boolean).join(' · ')}</span>
    </div>
    ${isPlan ? nothing : html`<fm-progress label="Hosts of wave ${number}" .parts=${waveParts(wave)}></fm-progress>`}
    ${soak(wave)}`;
}

function soak({ state, soak_secs: secs, soak_ends_at: ends }: Wave): TemplateResult | typeof nothing {
  if (state === 'soaking')
    return html`<p class="small">
      ${icon('clock')} Soaking; the next wave starts <fm-time .datetime=${ends}></fm-time>.
    </p>`;
  if (secs === 0 || !/waiting|running/.test(state)) return nothing;
  return html`<p class="small quiet">Soak time: ${durationText(secs)}.</p>`;
}

/** Why a job is halted, and what each choice does. The choices themselves are the page's buttons. */
export function haltNotice(job: Job, offers: readonly Offer[]): TemplateResult | typeof nothing {
  const why = haltText(job);
  if (why === null) return nothing;
  const choices = offers.filter(({ act, whyNot }) => CHOICES[act] !== undefined && whyNot !== 'no-right');
  return html`<section class="card stack tight" aria-label="Decision">
    <h2>${icon('warning')} Decision required</h2>
    <p>${why}</p>
    ${
      choices.length === 0
        ? html`<p>Someone who may run jobs has to decide.</p>`
        : html`<dl>${choices.map(choice)}</dl>`
    }
  </section>`;
}

const choice = ({ act, whyNot }: Offer): TemplateResult => html`
  <dt>${actText(act, 'run')}</dt>
  <dd class=${whyNot === null ? '' : 'quiet'}>${whyNot === null ? CHOICES[act] : whyNotText(whyNot)}</dd>
`;
