import { initialState, Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { api, must } from '../../../../web/core/api.ts';
import { errorNotice, renderTask } from '../../../../web/components/fm-state/renderTask.ts';
import { onTick } from '../../../../web/components/fm-time/tick.ts';
import '../../../../web/components/fm-time/fm-time.ts';
import '../../../../web/components/fm-state/fm-state.ts';
import { define, FmPage } from '../../../../web/core/element.ts';
import { countText } from '../../../../web/core/format.ts';
import { icon } from '../../../../web/icons/icons.ts';
import { features } from '../../../../web/core/features.ts';
import { openLive, type LiveHandle, type LiveState } from '../../../../web/core/live.ts';
import { may } from '../../../../web/core/permissions.ts';
import { session } from '../../../../web/core/session.ts';
import { fetchFigures } from './figures.ts';
import './fm-first-host.ts';
import './fm-fleet-chart.ts';
import { styles } from './fm-page-fleet.styles.ts';
import { needsOf, type FleetFigures, type Need } from './needs.ts';

const SETTLE_MS = 500;

/** What needs a person now, the most urgent first; the history of the fleet once there is one. */
export class FmPageFleet extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = { liveState: { state: true }, staleBecause: { state: true } };
  declare liveState: LiveState;
  /** Why the figures on the screen could not be read again. */
  declare staleBecause: unknown;
  #live: LiveHandle | null = null;
  #stopTick: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: FleetFigures | null = null;

  constructor() {
    super();
    this.liveState = 'connecting';
    this.staleBecause = null;
  }

  /** A failed repeat keeps the figures with their age on the screen, and says why they grow old. */
  readonly #figures = new Task(this, {
    task: async (_args, { signal }) => {
      try {
        await this.#live?.ready;
        this.#last = await fetchFigures(signal);
        this.staleBecause = null;
      } catch (error) {
        if (!this.#last || signal.aborted) throw error;
        this.staleBecause = error;
      }
      return this.#last;
    },
    args: () => [],
  });

  /** A point is added every hour, also while somebody looks. */
  readonly #history = new Task(this, {
    task: async ([hour], { signal }) =>
      hour === undefined ? initialState : must(api.GET('/api/v1/status/fleet/history', { signal })),
    args: () => [this.#last?.status.computed_at.slice(0, 'YYYY-MM-DDTHH'.length)] as const,
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#live = openLive({
      subscribe: 'fleet',
      onEvents: () => this.#readSoon(),
      onState: (state) => (this.liveState = state),
      onResync: () => this.#readSoon(),
    });
    this.#stopTick = onTick(() => this.#readSoon());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.close();
    this.#stopTick?.();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** A job over a thousand hosts tells a thousand things; they become one reading. */
  #readSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#figures.run();
    }, SETTLE_MS);
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <div class="page-header">
        <div>
          <h1>Fleet</h1>
          ${this.#age()}
        </div>
        ${
          this.liveState === 'offline'
            ? html`<p class="row" role="status">${icon('offline')} Not live: reconnecting …</p>`
            : nothing
        }
      </div>
      ${errorNotice(this.staleBecause)}
      ${renderTask(this.#figures, {
        what: 'the figures of the fleet',
        isEmpty: ({ status }) => status.hosts_total === 0,
        empty: (figures) =>
          html`${this.#waiting(figures)}${
            canEnrollHosts() ? html`<fm-first-host></fm-first-host>` : noHosts()
          }`,
        complete: (figures) => this.#complete(figures),
      })}
    </div>`;
  }

  #age(): unknown {
    const at = this.#last?.status.computed_at;
    return at === undefined ? nothing : html`<p>Counted <fm-time datetime=${at}></fm-time></p>`;
  }

  #waiting(figures: FleetFigures): unknown {
    const needs = this.#needs(figures);
    return needs.length === 0 ? nothing : needList(needs);
  }

  #complete(figures: FleetFigures): TemplateResult {
    const needs = this.#needs(figures);
    return html`
      <section class="stack" aria-labelledby="now">
        <h2 id="now">What needs you now</h2>
        ${
          needs.some(({ tone }) => tone === 'bad' || tone === 'warn' || tone === 'info')
            ? nothing
            : html`<p class="notice ok">${icon('check')} Nothing: no host needs you.</p>`
        }
        ${needList(needs)}
      </section>
      ${totals(figures)}
      ${
        (this.#history.value?.points.length ?? 0) > 1
          ? html`<fm-fleet-chart .points=${this.#history.value?.points ?? []}></fm-fleet-chart>`
          : nothing
      }
    `;
  }

  #needs(figures: FleetFigures): Need[] {
    const canEnroll = may(session.user, 'enrollment:manage') && features.serves('listEnrollments');
    return needsOf(figures, canEnroll);
  }
}

/** The line that enrolls a host names the root's key, too. */
const canEnrollHosts = (): boolean =>
  features.serves('createEnrollment') && features.serves('getRootCertificate');

function noHosts(): TemplateResult {
  return html`<fm-state kind="empty" heading="There are no hosts yet.">
    What enrolls hosts is switched off on this manager, so one can only be added through the API.
  </fm-state>`;
}

function needList(needs: readonly Need[]): TemplateResult {
  return html`<ul class="needs">
    ${needs.map(
      ({ tone, icon: image, count, label, hint, href, at }) =>
        html`<li>
          <a class="need ${tone}" href=${href}>
            <span class="mark" aria-hidden="true">${icon(image)}</span>
            <span class="count">${countText(count)}</span>
            <span>
              <span class="label">${label}</span><br />
              <span class="quiet small"
                >${hint}
                ${at === null ? nothing : html`Oldest answer of a host: <fm-time datetime=${at}></fm-time>.`}</span
              >
            </span>
            <span class="go" aria-hidden="true">${icon('chevron-right')}</span>
          </a>
        </li>`,
    )}
  </ul>`;
}

function totals({ status }: FleetFigures): TemplateResult {
  return html`<section class="card">
    <h2>The fleet</h2>
    <dl class="totals">
      <div>
        <dt class="quiet">Hosts</dt>
        <dd><a href="/hosts">${countText(status.hosts_total)}</a></dd>
      </div>
      <div>
        <dt class="quiet">Healthy</dt>
        <dd><a href="/hosts?health_status=healthy">${countText(status.hosts_by_health.healthy)}</a></dd>
      </div>
      <div>
        <dt class="quiet">Patches waiting</dt>
        <dd>${countText(status.patches_total)}</dd>
      </div>
      ${
        status.hosts_never_polled === 0
          ? nothing
          : html`<div>
              <dt class="quiet">Hosts not read yet, and not in these figures</dt>
              <dd>${countText(status.hosts_never_polled)}</dd>
            </div>`
      }
    </dl>
  </section>`;
}

define('fm-page-fleet', FmPageFleet);
