import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import { statusBadge } from '../../components/fm-badge/status.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '../../components/fm-page-header/fm-page-header.ts';
import '../../components/fm-progress/fm-progress.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-tabs/fm-tabs.ts';
import { chosenTab, type Tab } from '../../components/fm-tabs/fm-tabs.ts';
import { define, FmPage } from '../../core/element.ts';
import type { LiveEvent } from '../../core/live.ts';
import { LiveTopic } from '../../core/liveTopic.ts';
import { loadCode } from '../../core/loadCode.ts';
import { Resource } from '../../core/resource.ts';
import { navigate } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { asker } from '../../domain/host/asker.ts';
import { readHost } from '../../domain/host/changes.ts';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import { patchBadge } from '../../domain/host/columns.ts';
import { hostFacts } from '../../domain/host/facts.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { hostNotices } from '../../domain/host/notices.ts';
import type { AskedAction, HostAction } from '../../domain/host/hostAction.ts';
import { hostOffers } from '../../domain/host/offers.ts';
import { problemsBadge } from '../../domain/host/problems.ts';
import { hostTabs, type HostTab } from '../../domain/host/hostTabs.ts';
import { HostRefresh } from '../../domain/host/refresh.ts';
import { actionWords } from '../../domain/host/texts.ts';
import { nextWindow } from '../../domain/window/nextWindow.ts';
import './fm-host-jobs.ts';
import './fm-host-patches.ts';
import { hostTimeline } from './hostTimeline.ts';
import { styles } from './fm-page-host.styles.ts';

type Host = Schemas['Host'];
type Job = Schemas['Job'];
type Args = readonly [id: string];

const JOBS_SHOWN = 50;
/** Actions that the edit dialog of the host's page does instead. */
const NOT_HERE: ReadonlySet<HostAction> = new Set(['addTags', 'removeTags']);

/** One host: what is wrong with it, what waits for it, what was done to it. */
export class FmPageHost extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = { isEditing: { state: true } };
  declare isEditing: boolean;
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => this.#received(events),
  });
  readonly #host = new Resource<Host, Args>(this, {
    args: () => [this.params['id'] ?? ''],
    live: this.#live,
    read: async ([id], signal) => this.#seen(await readHost(id, signal)),
  });
  readonly #patches = new Resource<Schemas['HostPatches'], Args>(this, {
    args: () => [this.params['id'] ?? ''],
    live: this.#live,
    read: ([hostId], signal) =>
      must(api.GET('/api/v1/hosts/{hostId}/patches', { params: { path: { hostId } }, signal })),
  });
  readonly #jobs = new Resource<{ jobs: Job[]; total: number }, Args>(this, {
    args: () => (asker.may('jobs:read') ? [this.params['id'] ?? ''] : null),
    live: this.#live,
    read: ([id], signal) => {
      const query = { host_id: id, limit: JOBS_SHOWN };
      return must(api.GET('/api/v1/jobs', { params: { query }, signal }));
    },
  });
  readonly #refresh = new HostRefresh(this, () => void this.#host.reload());
  readonly #acting = new Action(this);
  /** Jobs that are not in the list. It was read again once for each of them: it holds only the last ones. */
  readonly #asked = new Set<string>();
  readonly #brought = new Map<string, HTMLElement>();
  #polledAt: string | null = null;

  constructor() {
    super();
    this.isEditing = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('params')) this.#forget(changed.get('params') as typeof this.params | undefined);
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${renderReading(this.#host, { what: 'the host', complete: (host) => this.#page(host) })}
    </div>`;
  }

  #page(host: Host): TemplateResult {
    const tabs = this.#tabs(host);
    const selected = chosenTab(this.query, tabs);
    return html`${this.#header(host)} ${hostNotices(host)} ${errorNotice(this.#refresh.error)}
      ${this.#problem()} ${this.#progress()}
      <fm-tabs label="About this host" .tabs=${tabs} .selected=${selected}>
        <section class="card">${this.#tab(selected, host)}</section>
      </fm-tabs>
      <fm-host-edit
        .host=${host}
        .open=${this.isEditing}
        @fm-close=${() => (this.isEditing = false)}
        @fm-saved=${({ detail }: CustomEvent<Host>) => this.#saved(detail)}
      ></fm-host-edit>`;
  }

  #tabs({ patches_total: total, patches_security: security }: Host): Tab[] {
    const count = this.#jobs.value?.total ?? null;
    const patches: Tab = { key: 'patches', label: 'Patches', count: total };
    return [
      security ? { ...patches, tone: 'bad' } : patches,
      ...(asker.may('jobs:read') ? [{ key: 'jobs', label: 'Jobs', count }] : []),
      ...hostTabs(asker).map(({ key, label }) => ({ key, label })),
      { key: 'timeline', label: 'Timeline' },
      { key: 'facts', label: 'Facts' },
    ];
  }

  #tab(tab: string, host: Host): unknown {
    if (tab === 'jobs') return this.#jobsTab();
    if (tab === 'timeline')
      return html`<h2>Timeline</h2>
        ${hostTimeline(host, this.#jobs.value?.jobs ?? [])}`;
    if (tab === 'facts')
      return html`<h2>Facts</h2>
        ${hostFacts(host)}`;
    const brought = hostTabs(asker).find(({ key }) => key === tab);
    if (brought) return this.#broughtTab(brought, host);
    return this.#patchesTab(host);
  }

  /** A tab of a plugin: loaded when it is opened, and kept. */
  #broughtTab({ key, label, tag, load }: HostTab, { id }: Host): TemplateResult {
    const kept = this.#brought.get(key) ?? document.createElement(tag);
    if (!this.#brought.has(key))
      void loadCode(load).catch((error: unknown) => this.#acting.run(() => Promise.reject(error)));
    this.#brought.set(key, kept);
    Object.assign(kept, { hostId: id });
    return html`<h2>${label}</h2>
      ${kept}`;
  }

  #patchesTab(host: Host): TemplateResult {
    const plan = hostOffers(host, asker).find(({ action }) => action === 'patch');
    return html`<h2>Patches</h2>
      <div>
        ${renderReading(this.#patches, {
          what: 'the patches',
          complete: (value) =>
            html`<fm-host-patches
              .value=${value}
              .hostId=${host.id}
              .mayPlan=${plan !== undefined}
              .planReason=${plan?.reason ?? null}
              @fm-unhold=${({ detail }: CustomEvent<string[]>) => void this.#ask('unhold', host, detail)}
            ></fm-host-patches>`,
        })}
      </div>`;
  }

  #jobsTab(): TemplateResult {
    return html`<h2>Jobs</h2>
      <div>
        ${renderReading(this.#jobs, {
          what: 'the jobs',
          isEmpty: ({ jobs }) => jobs.length === 0,
          empty: () =>
            html`<fm-state kind="empty" heading="No job has touched this host yet.">
              Its jobs and plans will be listed here.
            </fm-state>`,
          complete: ({ jobs, total }) => html`<fm-host-jobs .jobs=${jobs} .total=${total}></fm-host-jobs>`,
        })}
      </div>`;
  }

  #header(host: Host): TemplateResult {
    return html`<fm-page-header
      heading=${hostName(host)}
      .crumbs=${[{ label: 'Hosts', href: '/hosts' }]}
      .actions=${this.#actions(host)}
      @fm-action=${({ detail }: CustomEvent<HostAction>) => void this.#act(detail, host)}
    >
      ${nextWindow(host)}
      <div slot="badges" class="row">
        ${statusBadge('health', host.health_status)} ${patchBadge(host)}
        ${host.health_check_status === 'failing' ? html`<fm-badge tone="bad" label="A check fails"></fm-badge>` : nothing}
        ${host.reboot_required ? html`<fm-badge tone="warn" label="Reboot due"></fm-badge>` : nothing}
        ${host.maintenance_mode ? html`<fm-badge tone="info" label="Maintenance: no jobs"></fm-badge>` : nothing}
        ${problemsBadge(host.problems)}
      </div>
    </fm-page-header>`;
  }

  #actions(host: Host): PageAction[] {
    const { isRunning } = this.#refresh;
    const isSwitch = (action: HostAction): boolean =>
      action === (host.maintenance_mode ? 'maintenanceOn' : 'maintenanceOff');
    return hostOffers(host, asker)
      .filter(({ action }) => !NOT_HERE.has(action) && !isSwitch(action))
      .map(({ action, reason }) => {
        const { label, icon } = actionWords[action];
        const busy = this.#acting.isBusy ? 'Something else is under way.' : null;
        const words = action === 'refresh' && isRunning ? 'Refreshing …' : label;
        const why = reason ?? (action === 'refresh' && isRunning ? 'It is being refreshed now.' : busy);
        return {
          key: action,
          label: words,
          icon,
          reason: why,
          ...(action === 'patch' ? { tone: 'primary' as const, href: newJobHref([host.id]) } : {}),
          ...(action === 'remove' ? { tone: 'danger' as const } : {}),
        };
      });
  }

  #problem(): unknown {
    const { problem } = this.#acting;
    return problem === null ? nothing : html`<div role="alert">${errorNotice(problem)}</div>`;
  }

  #progress(): unknown {
    const { state, isRunning } = this.#refresh;
    if (state === 'done')
      return html`<div class="notice ok">
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

  async #act(action: HostAction, host: Host): Promise<void> {
    if (action === 'refresh') return this.#refresh.start(host.id, host.patches_polled_at);
    if (action === 'edit') return this.#edit();
    if (action === 'patch') return navigate(newJobHref([host.id]));
    await this.#ask(action, host);
  }

  /** Loads the form when it is wanted: most who look at a host change nothing. */
  async #edit(): Promise<void> {
    this.isEditing = (await this.#loaded(() => import('./fm-host-edit.ts'))) !== null;
  }

  /** Loads the code that asks and acts when it is wanted, like the form. */
  async #ask(action: AskedAction, host: Host, packages: readonly string[] = []): Promise<void> {
    if (this.#acting.isBusy) return;
    const code = await this.#loaded(() => import('./askedWork.ts'));
    const work = await code?.askedWork(action, host, packages);
    if (!work) return;
    await this.#acting.run(async () => {
      const changed = await work();
      if (changed) this.#saved(changed);
    });
  }

  /** Loads code; null: it could not be loaded, which is then shown. */
  async #loaded<Code>(load: () => Promise<Code>): Promise<Code | null> {
    let code: Code | null = null;
    await this.#acting.run(async () => void (code = await loadCode(load)));
    return code;
  }

  #saved(host: Host): void {
    this.isEditing = false;
    this.#host.change(() => host);
  }

  /** Reads the patches again if the manager has polled them since. */
  #seen(host: Host): Host {
    const { patches_polled_at: polledAt } = host;
    if (this.#polledAt !== null && polledAt !== this.#polledAt) this.#patches.retry();
    this.#polledAt = polledAt;
    this.#refresh.sees(polledAt);
    return host;
  }

  #received(events: readonly LiveEvent[]): void {
    const { id } = this.params;
    const shown = new Set(this.#jobs.value?.jobs.map((job) => job.id));
    for (const { kind, data } of events) {
      if (kind === 'host.updated' && data.host_id === id) this.#host.retry();
      if (kind === 'job.updated' && shown.has(data.job_id)) this.#jobChanged(data);
      if (kind === 'job.host.updated' && data.host.host_id === id && !shown.has(data.job_id))
        this.#jobCame(`${id} ${data.job_id}`);
    }
  }

  #jobChanged({ job_id: id, ...changes }: Extract<LiveEvent, { kind: 'job.updated' }>['data']): void {
    this.#jobs.change((list) => ({
      ...list,
      jobs: list.jobs.map((job) => (job.id === id ? { ...job, ...changes } : job)),
    }));
  }

  #jobCame(key: string): void {
    if (!this.#asked.has(key)) this.#jobs.retry();
    this.#asked.add(key);
  }

  /** Forgets the last host when the same page shows another. */
  #forget(before: Readonly<Record<string, string>> | undefined): void {
    if (before?.['id'] === this.params['id']) return;
    this.#polledAt = null;
    this.isEditing = false;
    this.#acting.forget();
    if (before?.['id'] !== undefined) this.#refresh.reset();
  }
}

define('fm-page-host', FmPageHost);
