import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import '#web/components/fm-time/fm-time.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import './fm-schedule-preview.ts';
import { whenText } from './columns.ts';
import { outcomeOf } from './offers.ts';
import type { Run, Schedule } from './read.ts';
import { MAILS, OUTCOMES, texts } from './texts.ts';

const styles = css`
  ul {
    display: grid;
    gap: var(--fm-space-2);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li,
  p {
    overflow-wrap: anywhere;
  }
`;

/** The outcome of the last report of a schedule, mail by mail, and when the next ones come. Fires `fm-close`. */
export class FmScheduleDetails extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { schedule: { attribute: false } };
  declare schedule: Schedule;

  override render(): TemplateResult {
    const { schedule } = this;
    const { period, period_days: days, timezone, rrule, enabled } = schedule;
    const body = { period, timezone, rrule, ...(days === null ? {} : { period_days: days }) };
    return html`<section class="card stack" aria-label=${safeName(schedule.name)}>
      <div class="row spread">
        <h2>${safeName(schedule.name)}</h2>
        <button @click=${() => this.dispatchEvent(new Event('fm-close'))}>Close</button>
      </div>
      <p>${whenText(schedule)}. ${texts.whoseHosts(safeName(schedule.edited_by.username))}</p>
      <h3>${texts.lastRun}</h3>
      ${schedule.last_run === null ? html`<p class="quiet">${texts.noRun}</p>` : lastRun(schedule.last_run)}
      ${enabled ? html`<fm-schedule-preview .body=${body}></fm-schedule-preview>` : html`<p>${texts.pausedText}</p>`}
    </section>`;
  }
}

function lastRun(run: Run): TemplateResult {
  const outcome = outcomeOf(run);
  const [tone, label] = OUTCOMES[outcome];
  const isBad = ['failed', 'partly', 'undelivered'].includes(outcome);
  return html`<div class="stack tight" role="status">
    <div>
      <fm-badge tone=${tone} label=${label}></fm-badge>
      <fm-time datetime=${run.starts_at} mode="absolute"></fm-time>
    </div>
    ${run.message === '' ? nothing : html`<p>${safeLine(run.message)}</p>`}
    ${run.mails.length === 0 ? nothing : mails(run)}
    ${run.state === 'mailed' && run.mails.length === 0 ? html`<p class="quiet">${texts.noMails}</p>` : nothing}
    ${isBad ? html`<p>${texts.again}</p>` : nothing}
  </div>`;
}

const mails = ({ mails: all }: Run): TemplateResult =>
  html`<ul aria-label=${texts.mails}>
    ${all.map(({ recipient, state, answer }) => {
      const [tone, label] = MAILS[state];
      return html`<li>
        <fm-badge tone=${tone} label=${label}></fm-badge> ${safeName(recipient)}
        ${state === 'sent' ? nothing : html`<div class="quiet small">${safeLine(answer ?? texts.noAnswer)}</div>`}
      </li>`;
    })}
  </ul>`;

define('fm-schedule-details', FmScheduleDetails);
