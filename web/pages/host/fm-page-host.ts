import { html, nothing, type PropertyValues, type TemplateResult, css } from 'lit';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import '../../components/fm-progress/fm-progress.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-tabs/fm-tabs.ts';
import { define, FmPage } from '../../core/element.ts';
import type { LiveEvent } from '../../core/live.ts';
import { LiveTopic } from '../../core/liveTopic.ts';
import { loadCode } from '../../core/loadCode.ts';
import { isGoneSince } from '../../core/reading.ts';
import { Resource } from '../../core/resource.ts';
import { navigate } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { stayAt } from '../../core/stayAt.ts';
import { readPatches, type Patch as SecurityPatch } from '../../domain/exposure/patches.ts';
import '../../domain/group/fm-group-changes.ts';
import { asker } from '../../domain/host/asker.ts';
import { readHost } from '../../domain/host/changes.ts';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import { hostFacts } from '../../domain/host/facts.ts';
import { hostNotices } from '../../domain/host/notices.ts';
import type { AskedAction, HostAction } from '../../domain/host/hostAction.ts';
import { hostOffers } from '../../domain/host/offers.ts';
import { hostTabs, type HostTab } from '../../domain/host/hostTabs.ts';
import { HostRefresh } from '../../domain/host/refresh.ts';
import { hostHeader } from './hostHeader.ts';
import { hostOverview, overviewStyles } from './hostOverview.ts';
import { placeOf, tabsOf, type HostPlace } from './hostPlaces.ts';
import { hostTimeline } from './hostTimeline.ts';
import { LastJobs } from './lastJobs.ts';
import { OpenTrouble } from './openTrouble.ts';
import { texts } from './texts.ts';

const styles = css`
  .progress {
    display: grid;
    gap: var(--fm-space-2);
  }

  .problems {
    padding-inline-start: 1.2em;
  }

  .timeline {
    display: grid;
    gap: var(--fm-space-3);
    padding: 0;
    list-style: none;
  }

  .timeline li {
    display: grid;
    grid-template-columns: 1.4em minmax(0, 1fr) max-content;
    gap: var(--fm-space-2);
    align-items: baseline;
    overflow-wrap: anywhere;
  }

  .timeline .problem .icon {
    color: var(--fm-warn-text);
  }

  @media (max-width: 44rem) {
    .timeline li {
      grid-template-columns: 1.4em minmax(0, 1fr);
    }

    .timeline .small {
      grid-column: 2;
    }
  }
`;

type Host = Schemas['Host'];
type Args = readonly [id: string];

/** One host: what is wrong with it, what waits for it, what was done to it. */
export class FmPageHost extends FmPage {
  static override styles = [FmPage.styles, overviewStyles, styles];
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
    args: () => (this.#opened.has('patches') ? [this.params['id'] ?? ''] : null),
    live: this.#live,
    read: ([hostId], signal) =>
      must(api.GET('/api/v1/hosts/{host_id}/patches', { params: { path: { host_id: hostId } }, signal })),
  });
  /** How the security patches stand towards their service levels; nothing where no feature judges that. */
  readonly #standings = new Resource<readonly SecurityPatch[], Args>(this, {
    args: () =>
      this.#opened.has('patches') && asker.may('exposure:read') && asker.serves('listExposurePatches')
        ? [this.params['id'] ?? '']
        : null,
    read: ([hostId]) => readPatches({ host_id: hostId }),
  });
  readonly #jobs = new LastJobs(this, {
    hostId: () => this.params['id'] ?? '',
    isShown: () => this.#opened.has('overview') || this.#opened.has('activity'),
    live: this.#live,
  });
  readonly #outlook = new Resource<Schemas['HostOutlook'], Args>(this, {
    args: () => (this.#opened.has('overview') && seesOutlook() ? [this.params['id'] ?? ''] : null),
    live: this.#live,
    read: ([hostId], signal) =>
      must(api.GET('/api/v1/hosts/{host_id}/outlook', { params: { path: { host_id: hostId } }, signal })),
  });
  readonly #trouble = new OpenTrouble(this, {
    host: () =>
      this.#opened.has('overview') && !isGoneSince(this.#host) ? (this.#host.value ?? null) : null,
    live: this.#live,
  });
  readonly #refresh = new HostRefresh(this, () => void this.#host.reload());
  readonly #acting = new Action(this);
  readonly #brought = new Map<string, HTMLElement>();
  readonly #asked = new Set<string>();
  #place: HostPlace = { tab: '', section: null };
  /** The section that the address names, until it is there. */
  #scrollsTo: string | null = null;
  /** The tabs that were opened: what they show is read then, and kept. */
  readonly #opened = new Set<string>();
  #polledAt: string | null = null;
  /** News of the host came while an action was under way. */
  #hasNews = false;
  /** The host was removed here: nothing of it is read any more until another page is there. */
  #isRemoved = false;

  constructor() {
    super();
    this.isEditing = false;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${renderReading(this.#host, { what: 'the host', complete: (host) => this.#page(host) })}
    </div>`;
  }

  /** Before the controllers are asked what to read: a tab that is opened is read at once. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('params') && changed.get('params')?.['id'] !== this.params['id']) this.#opened.clear();
    const place = placeOf(this.query, hostTabs(asker));
    if (place.section !== this.#place.section) this.#scrollsTo = place.section;
    this.#place = place;
    this.#opened.add(place.tab);
  }

  protected override updated(): void {
    const named =
      this.#scrollsTo === null ? null : this.renderRoot.querySelector(`#section-${this.#scrollsTo}`);
    if (!named?.parentElement) return;
    this.#scrollsTo = null;
    stayAt(named, named.parentElement);
  }

  #page(host: Host): TemplateResult {
    const { tab } = this.#place;
    return html`${this.#header(host)} ${errorNotice(this.#refresh.error)} ${this.#problem()}
      ${isGoneSince(this.#host) ? nothing : this.#progress()}
      <fm-tabs label=${texts.about} .tabs=${tabsOf(host, hostTabs(asker))} .selected=${tab} pushes>
        <div class="stack">${this.#tab(tab, host)}</div>
      </fm-tabs>
      <fm-host-edit
        .host=${host}
        .open=${this.isEditing}
        @fm-close=${() => (this.isEditing = false)}
        @fm-saved=${({ detail }: CustomEvent<Host>) => this.#saved(detail)}
      ></fm-host-edit>`;
  }

  #tab(tab: string, host: Host): unknown {
    if (tab === 'overview') return this.#overview(host);
    if (tab === 'patches') return html`${this.#patchesOf(host)} ${this.#sections(tab, host)}`;
    if (tab === 'activity') return html`${this.#activity(host)} ${this.#sections(tab, host)}`;
    const brought = hostTabs(asker).find(({ key }) => key === tab);
    return brought ? this.#part(brought, host) : section('facts', texts.tabs.facts, hostFacts(host));
  }

  #overview(host: Host): TemplateResult {
    const isGone = isGoneSince(this.#host);
    return html`${isGone ? nothing : hostNotices(host)}
    ${
      isGone || !asker.may('groups:read')
        ? nothing
        : html`<fm-group-changes
            .hostId=${host.id}
            @fm-changed=${() => this.#host.retry()}
          ></fm-group-changes>`
    }
    ${hostOverview(host, { jobs: this.#jobs, outlook: seesOutlook() ? this.#outlook : null, trouble: this.#trouble })}`;
  }

  #activity(host: Host): TemplateResult {
    return html`${asker.may('jobs:read') ? section('jobs', texts.jobs, this.#jobs.render()) : nothing}
    ${section('timeline', texts.timeline, hostTimeline(host, this.#jobs.jobs))}`;
  }

  /** What plugins add to one of the page's own tabs. */
  #sections(tab: string, host: Host): unknown {
    return hostTabs(asker)
      .filter(({ within }) => within === tab)
      .map((part) => this.#part(part, host));
  }

  /** A tab or a section of a plugin: loaded when it is opened, and kept. */
  #part({ key, label, tag, load }: HostTab, { id }: Host): TemplateResult {
    const kept = this.#brought.get(key) ?? document.createElement(tag);
    this.#brought.set(key, kept);
    this.#loadOnce(key, load);
    Object.assign(kept, { hostId: id });
    return section(key, label, kept);
  }

  /** Loads the code of a tab when it is opened; what fails is shown. */
  #loadOnce(key: string, load: () => Promise<unknown>): void {
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    void loadCode(load).catch((error: unknown) => this.#run(() => Promise.reject(error)));
  }

  #patchesOf(host: Host): TemplateResult {
    const plan = isGoneSince(this.#host)
      ? undefined
      : hostOffers(host, asker).find(({ action }) => action === 'patch');
    this.#loadOnce('patches', () => import('./fm-host-patches.ts'));
    return section(
      'patches',
      texts.patches,
      html`<div>
        ${renderReading(this.#patches, {
          what: 'the patches',
          complete: (value) =>
            html`<fm-host-patches
              .value=${value}
              .hostId=${host.id}
              .standings=${this.#standings.value ?? []}
              .mayPlan=${plan !== undefined}
              .planReason=${plan?.reason ?? null}
              @fm-unhold=${({ detail }: CustomEvent<string[]>) => void this.#ask('unhold', host, detail)}
            ></fm-host-patches>`,
        })}
      </div>`,
    );
  }

  #header(host: Host): TemplateResult {
    return hostHeader(host, {
      isRefreshing: this.#refresh.isRunning,
      isBusy: this.#acting.isBusy,
      isGone: isGoneSince(this.#host),
      act: (action) => void this.#act(action, host),
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
        <div>Patches refreshed.</div>
      </div>`;
    if (!isRunning) return nothing;
    return html`<div class="card progress">
      <div>
        ${
          state === 'long'
            ? 'This takes longer than usual. The page updates automatically.'
            : 'The host is updating its package lists; then the manager reads its patches.'
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
    await this.#run(async () => {
      const changed = await work();
      if (changed) this.#saved(changed);
      this.#isRemoved = action === 'remove';
    });
  }

  /** Runs an action; the news that came meanwhile is read afterwards. */
  async #run(work: () => Promise<void>): Promise<void> {
    await this.#acting.run(work);
    if (this.#hasNews && !this.#isRemoved) this.#host.retry();
    this.#hasNews = false;
  }

  /** Loads code; null: it could not be loaded, which is then shown. */
  async #loaded<Code>(load: () => Promise<Code>): Promise<Code | null> {
    let code: Code | null = null;
    await this.#run(async () => void (code = await loadCode(load)));
    return code;
  }

  #saved(host: Host): void {
    this.isEditing = false;
    this.#host.change(() => host);
  }

  /** Reads the patches again if the manager has polled them since. */
  #seen(host: Host): Host {
    const { patches_polled_at: polledAt } = host;
    if (this.#polledAt !== null && polledAt !== this.#polledAt) {
      this.#patches.retry();
      this.#standings.retry();
    }
    this.#polledAt = polledAt;
    this.#refresh.sees(polledAt);
    return host;
  }

  #received(events: readonly LiveEvent[]): void {
    const { id } = this.params;
    for (const { kind, data } of events) {
      if ((kind !== 'host.updated' && kind !== 'host.deleted') || data.host_id !== id) continue;
      // A removal that was asked for here leads away from the page once its answer is there; its news may come before.
      if (this.#acting.isBusy) this.#hasNews = true;
      else if (!this.#isRemoved) this.#host.retry();
    }
    if (events.some(({ kind }) => kind === 'policy.updated')) this.#outlook.retry();
    this.#jobs.received(events);
    this.#trouble.received(events);
  }
}

const seesOutlook = (): boolean => asker.may('policies:read') && asker.serves('getHostOutlook');

/** A card of a tab; `key` names it in the address. */
const section = (key: string, heading: string, content: unknown): TemplateResult =>
  html`<section class="card" id="section-${key}">
    <h2>${heading}</h2>
    ${content}
  </section>`;

define('fm-page-host', FmPageHost);
