import { Task } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { api, must } from '../../core/api.ts';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import '../../components/fm-progress/fm-progress.ts';
import { errorNotice, renderTask } from '../../components/fm-state/renderTask.ts';
import { define, FmPage } from '../../core/element.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { icon } from '../../icons/icons.ts';
import { features } from '../../core/features.ts';
import { openLive, type LiveEvent, type LiveHandle, type LiveState } from '../../core/live.ts';
import { may } from '../../core/permissions.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';
import './fm-host-jobs.ts';
import './fm-host-patches.ts';
import { hostFacts } from '../../domain/host/facts.ts';
import { reasonText } from '../../domain/host/reasons.ts';
import { problemsNotice } from '../../domain/host/problems.ts';
import { HostRefresh } from '../../domain/host/refresh.ts';
import { styles } from './fm-page-host.styles.ts';

type Host = Schemas['Host'];

/** One host: what is wrong with it, what waits for it, what was done to it. */
export class FmPageHost extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = { liveState: { state: true } };
  declare liveState: LiveState;
  #live: LiveHandle | null = null;

  readonly #host = new Task(this, {
    task: async ([id], { signal }) => {
      await this.#live?.ready;
      return must(api.GET('/api/v1/hosts/{id}', { params: { path: { id } }, signal }));
    },
    args: () => [this.params['id'] ?? ''] as const,
    onComplete: (host) => this.#seen(host),
  });

  readonly #patches = new Task(this, {
    task: async ([hostId], { signal }) => {
      await this.#live?.ready;
      return must(api.GET('/api/v1/hosts/{hostId}/patches', { params: { path: { hostId } }, signal }));
    },
    args: () => [this.params['id'] ?? ''] as const,
  });

  readonly #refresh = new HostRefresh(this, () => void this.#host.run());
  #polledAt: string | null = null;

  constructor() {
    super();
    this.liveState = 'connecting';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#live = openLive({
      subscribe: 'fleet',
      onEvents: (events) => this.#received(events),
      onState: (state) => (this.liveState = state),
      onResync: () => this.#readAgain(),
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('params')) this.#forget(changed.get('params') as typeof this.params | undefined);
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${renderTask(this.#host, { what: 'the host', complete: (host) => this.#page(host) })}
    </div>`;
  }

  #page(host: Host): TemplateResult {
    return html`${this.#header(host)} ${this.#notices(host)} ${this.#progress()}
      <section class="card">
        <h2>Patches</h2>
        <div>
          ${renderTask(this.#patches, {
            what: 'the patches',
            complete: (value) =>
              html`<fm-host-patches
                .value=${value}
                .hostId=${host.id}
                .mayPlan=${may(session.user, 'jobs:run')}
              ></fm-host-patches>`,
          })}
        </div>
      </section>
      <div class="columns">
        ${
          may(session.user, 'jobs:read')
            ? html`<section class="card stack">
                <h2>Jobs</h2>
                <fm-host-jobs .hostId=${host.id}></fm-host-jobs>
              </section>`
            : nothing
        }
        <section class="card">
          <h2>Facts</h2>
          ${hostFacts(host)}
        </section>
      </div>`;
  }

  #header(host: Host): TemplateResult {
    const { isRunning } = this.#refresh;
    return html`<div class="page-header">
      <div class="stack tight">
        <a class="back" href="/hosts">${icon('chevron-left')} Hosts</a>
        <h1>${hostName(host)}</h1>
        <div class="row">
          ${statusBadge('health', host.health_status)}
          ${host.reboot_required ? html`<fm-badge tone="warn" label="Reboot due"></fm-badge>` : nothing}
          ${host.maintenance_mode ? html`<fm-badge tone="info" label="Maintenance: no jobs"></fm-badge>` : nothing}
          ${
            this.liveState === 'offline'
              ? html`<fm-badge tone="warn" label="Not live: reconnecting"></fm-badge>`
              : nothing
          }
        </div>
      </div>
      <div class="row">
        ${
          may(session.user, 'hosts:refresh') && features.serves('refreshHost')
            ? html`<button ?disabled=${isRunning} @click=${() => this.#startRefresh(host)}>
                ${icon('refresh')} ${isRunning ? 'Refreshing …' : 'Refresh now'}
              </button>`
            : nothing
        }
        ${
          may(session.user, 'jobs:run') && !host.maintenance_mode
            ? html`<a class="button primary" href=${newJobHref([host.id])}>${icon('plus')} New job</a>`
            : nothing
        }
      </div>
    </div>`;
  }

  #notices(host: Host): unknown {
    const isAiling = host.health_status === 'unreachable' || host.health_status === 'degraded';
    const tone = host.health_status === 'unreachable' ? 'bad' : 'warn';
    return html`${
      isAiling
        ? html`<div class="notice ${tone}">
            ${icon('warning')}
            <div>
              ${reasonText(host.duplicate_identity ? 'DUPLICATE_IDENTITY' : host.status_reason)} Last seen
              <fm-time .datetime=${host.last_seen_at}></fm-time>.
            </div>
          </div>`
        : nothing
    }
    ${problemsNotice(host.problems)}
    ${
      host.reboot_required
        ? html`<div class="notice warn">
            ${icon('power')}
            <div>
              A reboot is
              due${
                host.reboot_reasons.length > 0
                  ? `, because of ${host.reboot_reasons.map((one) => safeName(one)).join(', ')}`
                  : ''
              }.
            </div>
          </div>`
        : nothing
    }
    ${errorNotice(this.#refresh.error)}`;
  }

  #progress(): unknown {
    const { state, isRunning } = this.#refresh;
    if (state === 'done')
      return html`<div class="notice ok">
        ${icon('check')}
        <div>The patches were read anew.</div>
      </div>`;
    if (!isRunning) return nothing;
    return html`<div class="card progress">
      <div>
        ${
          state === 'long'
            ? 'This takes long. The figures follow by themselves as soon as the host has them.'
            : 'The host refreshes its package lists; then the manager reads its patches.'
        }
      </div>
      <fm-progress label="Refresh of the package lists"></fm-progress>
    </div>`;
  }

  #startRefresh({ id, patches_polled_at: polledAt }: Host): void {
    void this.#refresh.start(id, polledAt);
  }

  #seen(host: Host): void {
    document.title = `${hostName(host)} · Fleetmend`;
    const { patches_polled_at: polledAt } = host;
    if (this.#polledAt !== null && polledAt !== this.#polledAt) void this.#patches.run();
    this.#polledAt = polledAt;
    this.#refresh.sees(polledAt);
  }

  /** The patches follow if they were read anew since. */
  #readAgain(): void {
    void this.#host.run();
    this.renderRoot.querySelector('fm-host-jobs')?.reload();
  }

  #received(events: readonly LiveEvent[]): void {
    const { id } = this.params;
    this.renderRoot.querySelector('fm-host-jobs')?.receive(events);
    if (events.some((event) => event.kind === 'host.updated' && event.data.host_id === id))
      void this.#host.run();
  }

  /** Another host came under the same page. */
  #forget(before: Readonly<Record<string, string>> | undefined): void {
    if (before?.['id'] === this.params['id']) return;
    this.#polledAt = null;
    if (before?.['id'] !== undefined) this.#refresh.reset();
  }
}

define('fm-page-host', FmPageHost);
