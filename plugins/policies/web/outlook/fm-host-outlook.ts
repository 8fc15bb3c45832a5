import { css, html, nothing, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { LiveEvent } from '#web/core/live.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { Resource } from '#web/core/resource.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { asker } from '#web/domain/host/asker.ts';
import { badge } from '#web/domain/job/badge.ts';
import { outcomeStatus } from '#web/domain/policy/texts.ts';
import { localText } from '#web/domain/recurrence/texts.ts';
import { aheadText, doesText, texts } from './texts.ts';

type Outlook = Schemas['HostOutlook'];

const styles = css`
  :host,
  section {
    display: grid;
    gap: var(--fm-space-3);
  }

  :host {
    gap: var(--fm-space-5);
  }

  ul,
  ol {
    display: grid;
    gap: var(--fm-space-4);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: grid;
    gap: var(--fm-space-1);
    overflow-wrap: anywhere;
  }

  li + li {
    padding-block-start: var(--fm-space-3);
    border-block-start: 1px solid var(--fm-line);
  }
`;

/** The tab of a host's page: what policies will do here next, and what their last runs did or left out, and why. */
export class FmHostOutlook extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { hostId: {} };
  declare hostId: string;
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => this.#received(events),
  });
  readonly #outlook = new Resource<Outlook, readonly [string]>(this, {
    args: () => (this.hostId === '' ? null : [this.hostId]),
    live: this.#live,
    read: ([hostId], signal) =>
      must(api.GET('/api/v1/hosts/{host_id}/outlook', { params: { path: { host_id: hostId } }, signal })),
  });

  constructor() {
    super();
    this.hostId = '';
  }

  override render(): unknown {
    return renderReading(this.#outlook, {
      what: 'the upcoming runs',
      complete: (outlook) => html`${this.#next(outlook)} ${this.#past(outlook)}`,
    });
  }

  #next(outlook: Outlook): TemplateResult {
    const { policies, next_window_start_at: from, next_window_end_at: to } = outlook;
    return html`<section aria-label=${texts.next}>
      <h3>${texts.next}</h3>
      ${
        policies.length === 0
          ? html`<fm-state kind="empty" heading=${texts.noPolicy}>${texts.noPolicyText}</fm-state>`
          : html`<ul>
              ${policies.map((policy) => ahead(policy, from))}
            </ul>`
      }
      ${
        from === null
          ? html`<p class="quiet small">${texts.noWindow}</p>`
          : html`<p class="quiet small">
              ${texts.window}: <fm-time .datetime=${from} mode="absolute"></fm-time> to
              <fm-time .datetime=${to} mode="absolute"></fm-time>.
            </p>`
      }
    </section>`;
  }

  #past({ runs, policies }: Outlook): unknown {
    if (policies.length === 0 && runs.length === 0) return nothing;
    return html`<section aria-label=${texts.past}>
      <h3>${texts.past}</h3>
      ${
        runs.length === 0
          ? html`<p class="quiet">${texts.noRuns}</p>`
          : html`<ol>
              ${runs.map(past)}
            </ol>`
      }
    </section>`;
  }

  #received(events: readonly LiveEvent[]): void {
    const held = new Set(this.#outlook.value?.policies.map(({ id }) => id));
    const isMine = events.some(
      ({ kind, data }) =>
        (kind === 'policy.updated' && (held.has(data.policy_id) || data.run_id === null)) ||
        (kind === 'job.host.updated' && data.host.host_id === this.hostId),
    );
    if (isMine) this.#outlook.retry();
  }
}

/** `windowAt`: when the next window of the host opens; null: it has none. */
function ahead(policy: Schemas['OutlookPolicy'], windowAt: string | null): TemplateResult {
  return html`<li>
    <div class="row">
      <a href="/policies/${policy.id}"><strong>${safeName(policy.name)}</strong></a>
      ${policy.state === 'paused' ? badge(['warn', 'Paused']) : nothing}
      ${policy.skips_next ? badge(['warn', 'Skipped']) : nothing}
    </div>
    <div>${aheadText(policy, windowAt)}</div>
    <div class="quiet small">${doesText(policy)}</div>
  </li>`;
}

function past({ run, outcome, reason, message, job_id: jobId }: Schemas['OutlookRun']): TemplateResult {
  const { local_start: local, starts_at: at } = run;
  const when = local === null ? html`<fm-time .datetime=${at} mode="absolute"></fm-time>` : localText(local);
  return html`<li>
    <div class="row">
      ${badge(outcomeStatus(outcome, reason))}
      <strong>${when}</strong>
      <span class="quiet small"><fm-time .datetime=${at}></fm-time></span>
    </div>
    <div>${safeLine(message)}</div>
    <div class="quiet small row">
      <a href="/policies/${run.policy_id}">${safeName(run.policy_name)}</a>
      ${jobId !== null && asker.may('jobs:read') ? html`<a href="/jobs/${jobId}">Job</a>` : nothing}
    </div>
  </li>`;
}

define('fm-host-outlook', FmHostOutlook);
