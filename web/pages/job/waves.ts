import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-progress/fm-progress.ts';
import '../../components/fm-time/fm-time.ts';
import { icon } from '../../icons/icons.ts';
import type { Schemas } from '../../core/schema.ts';
import { durationText } from '../../core/time.ts';
import { badge } from '../../domain/job/badge.ts';
import type { Offer } from '../../domain/job/offers.ts';
import { actText, CHOICES, whyNotText } from '../../domain/job/texts.ts';
import { budgetText, haltText, waveParts, waveProgressText, waveStateText } from '../../domain/job/waves.ts';

type Job = Schemas['Job'];
type Wave = Schemas['JobWaveState'];

/** The waves of a job as they move, with what is waited for between two of them. Nothing for a job without. */
export function wavesCard(job: Job): TemplateResult | typeof nothing {
  if (job.wave_states.length === 0) return nothing;
  const isPlan = job.dry_run;
  return html`<section class="card stack tight" aria-label="Waves">
    <h2>Waves</h2>
    <ol class="waves">
      ${job.wave_states.map((wave) => html`<li>${isPlan ? planned(wave) : waveRow(wave)}</li>`)}
    </ol>
  </section>`;
}

const title = ({ number }: Wave): TemplateResult => html`<strong>Wave ${number}</strong>`;

/** A plan holds nothing back, so it has no states to tell. */
function planned(wave: Wave): TemplateResult {
  return html`<div class="row spread">
    <span>${title(wave)}</span>
    <span class="small quiet"
      >${wave.hosts_total} ${wave.hosts_total === 1 ? 'host' : 'hosts'}${soakPlan(wave)}</span
    >
  </div>`;
}

function waveRow(wave: Wave): TemplateResult {
  const budget = budgetText(wave);
  return html`<div class="row spread">
      <span class="row">${title(wave)} ${badge(waveStateText(wave.state))}</span>
      <span class="small quiet">${waveProgressText(wave)}${budget === '' ? nothing : ` · ${budget}`}</span>
    </div>
    <fm-progress label="Hosts of wave ${wave.number}" .parts=${waveParts(wave)}></fm-progress>
    ${soak(wave)}`;
}

const soakPlan = ({ soak_secs: secs }: Wave): string =>
  secs > 0 ? `, then watched for ${durationText(secs)}` : '';

function soak({ state, soak_secs: secs, soak_ends_at: ends }: Wave): TemplateResult | typeof nothing {
  if (state === 'soaking')
    return html`<p class="small">
      ${icon('clock')} The next wave starts <fm-time .datetime=${ends}></fm-time>, unless something happens
      meanwhile.
    </p>`;
  if (secs === 0 || !(state === 'waiting' || state === 'running')) return nothing;
  return html`<p class="small quiet">Then watched for ${durationText(secs)} before the next wave.</p>`;
}

/** Why a job is halted, and what each choice does. The choices themselves are the page's buttons. */
export function haltNotice(job: Job, offers: readonly Offer[]): TemplateResult | typeof nothing {
  const why = haltText(job);
  if (why === null) return nothing;
  const choices = offers.filter(({ act, whyNot }) => CHOICES[act] !== undefined && whyNot !== 'no-right');
  return html`<section class="card stack tight halt" aria-label="What to decide">
    <h2>${icon('warning')} This job waits for a decision</h2>
    <p>${why}</p>
    ${
      choices.length === 0
        ? html`<p>Somebody who may run jobs has to decide.</p>`
        : html`<dl class="choices">${choices.map(choice)}</dl>`
    }
  </section>`;
}

const choice = ({ act, whyNot }: Offer): TemplateResult => html`
  <dt>${actText(act, 'run')}</dt>
  <dd class=${whyNot === null ? '' : 'quiet'}>${whyNot === null ? CHOICES[act] : whyNotText(whyNot)}</dd>
`;
