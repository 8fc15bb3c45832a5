import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { announce } from '../../core/announce.ts';
import { errorNotice, errorState } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import { nextSort, sortText } from '../../components/fm-table/sorting.ts';
import { define, FmPage } from '../../core/element.ts';
import { countText, plural } from '../../core/format.ts';
import { features } from '../../core/features.ts';
import { openLive, type LiveEvent, type LiveHandle, type LiveState } from '../../core/live.ts';
import { setQuery } from '../../core/query.ts';
import { navigate } from '../../core/router.ts';
import { may } from '../../core/permissions.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';
import './fm-bulk-progress.ts';
import './fm-selection-bar.ts';
import { hostBulk } from '../../domain/host/bulk.ts';
import { hostHref, narrowColumns, wideColumns } from '../../domain/host/columns.ts';
import { filterForm, linkedFilters } from '../../domain/host/filters.ts';
import { HostPages } from './hostPages.ts';
import { DESCENDING_FIRST, FILTER_NAMES, hostQueryOf, isFiltered, sortOf } from '../../domain/host/query.ts';
import { Selecting } from './selecting.ts';
import { styles } from './fm-page-hosts.styles.ts';

type Host = Schemas['Host'];

/** A key a moment after the other is one search. */
const TYPING_MS = 180;
const NARROW = '(max-width: 44rem)';

/** All hosts, as the address filters and sorts them. */
export class FmPageHosts extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = { isNarrow: { state: true }, liveState: { state: true } };
  declare isNarrow: boolean;
  declare liveState: LiveState;
  readonly #pages = new HostPages(this);
  readonly #narrow = matchMedia(NARROW);
  readonly #selecting = new Selecting(this, this.#pages);
  readonly #filterEvents = {
    typed: (event: InputEvent): void => this.#typed(event),
    submitted: (event: SubmitEvent): void => this.#submitted(event),
  };
  #asked: string | null = null;
  #live: LiveHandle | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #told = '';

  constructor() {
    super();
    this.isNarrow = this.#narrow.matches;
    this.liveState = 'connecting';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#narrow.addEventListener('change', this.#resized);
    this.#live = openLive({
      subscribe: 'fleet',
      onEvents: (events) => this.#received(events),
      onState: (state) => (this.liveState = state),
      onResync: () => this.#pages.restart(),
    });
    this.#pages.ready = this.#live.ready;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#narrow.removeEventListener('change', this.#resized);
    clearTimeout(this.#typing);
    this.#live?.close();
    this.#asked = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('query')) return;
    const query = hostQueryOf(this.query);
    const asked = JSON.stringify(query);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#pages.start(query);
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <div class="page-header">
        <div>
          <h1>Hosts</h1>
          <p>${this.#summary()}</p>
        </div>
        ${
          this.liveState === 'offline'
            ? html`<fm-badge tone="warn" label="Not live: reconnecting"></fm-badge>`
            : nothing
        }
      </div>
      ${filterForm(this.query, this.#filterEvents)} ${linkedFilters(this.query)}
      <fm-bulk-progress
        @fm-select-hosts=${({ detail }: CustomEvent<BulkTarget[]>) => this.#selecting.add(detail)}
      ></fm-bulk-progress>
      ${this.#content()}
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('query')) this.#showSearch();
    this.#lookWhichAreShown();
    const { total, isLoading } = this.#pages;
    if (isLoading || total === null) return;
    const text = plural(total, 'host');
    if (this.#told !== '' && this.#told !== text) announce(`${text} found`);
    this.#told = text;
  }

  /** The rest of the list is read when only that tells how many of the selected it shows. */
  #lookWhichAreShown(): void {
    const { isLoading, isReadingAll, error } = this.#pages;
    if (isLoading || isReadingAll || error !== null) return;
    if (this.#selecting.hiddenCount(isFiltered(this.query)) === null) void this.#pages.readAll();
  }

  /** Not by a binding: that would take away the space that somebody has just typed. */
  #showSearch(): void {
    const field = this.renderRoot.querySelector<HTMLInputElement>('input[name=search]');
    const search = this.query.get('search') ?? '';
    if (field && field.value.trim() !== search) field.value = search;
  }

  #summary(): string {
    const { total, rows } = this.#pages;
    if (total === null) return 'Reading …';
    const shown = rows.length < total ? `, ${countText(rows.length)} loaded so far` : '';
    return `${plural(total, 'host')}${isFiltered(this.query) ? ' found' : ''}${shown}`;
  }

  #content(): unknown {
    const { rows, total, error } = this.#pages;
    if (total === null && error !== null) return errorState(error, () => this.#pages.retry());
    if (total === null) return html`<fm-state kind="loading" heading="Loading the hosts"></fm-state>`;
    const problem =
      error === null
        ? nothing
        : html`<div class="stack tight">
            ${errorNotice(error)}
            <div><button @click=${() => this.#pages.retry()}>Try again</button></div>
          </div>`;
    const isSelecting = this.#canAct() && (rows.length > 0 || this.#selecting.ids.size > 0);
    return html`${problem} ${isSelecting ? this.#selectionBar() : nothing}
    ${rows.length === 0 ? this.#empty() : this.#table(rows, total)}`;
  }

  #table(rows: readonly Host[], total: number): TemplateResult {
    return html`<fm-table
      label="Hosts"
      .rows=${rows}
      .columns=${this.isNarrow ? narrowColumns : wideColumns}
      .sort=${sortOf(this.query)}
      .total=${total}
      .selected=${this.#canAct() ? this.#selecting.ids : null}
      .selectAllLabel=${`Select all ${plural(total, 'host')}${isFiltered(this.query) ? ' that match' : ''}`}
      @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => this.#selecting.set(detail)}
      @fm-select-all=${this.#allSelected}
      .rowHeightPx=${this.isNarrow ? 60 : 40}
      @fm-near-end=${() => this.#pages.more()}
      @fm-open=${({ detail }: CustomEvent<Host>) => navigate(hostHref(detail))}
      @fm-sort=${this.#sorted}
    ></fm-table>`;
  }

  #selectionBar(): TemplateResult {
    const { user } = session;
    return html`<fm-selection-bar
      .count=${this.#selecting.ids.size}
      .hiddenCount=${this.#selecting.hiddenCount(isFiltered(this.query))}
      .reading=${this.#selecting.reading}
      .mayRun=${may(user, 'jobs:run')}
      .mayRefresh=${this.#mayRefresh()}
      .mayRemove=${may(user, 'hosts:delete')}
      .isBusy=${hostBulk.run?.isRunning ?? false}
      @fm-plan=${() => this.#selecting.plan()}
      @fm-refresh=${() => this.#selecting.refresh()}
      @fm-remove=${() => void this.#selecting.remove()}
      @fm-clear=${this.#cleared}
    ></fm-selection-bar>`;
  }

  /** Selecting leads somewhere only for those who may do something. */
  #canAct(): boolean {
    const { user } = session;
    return may(user, 'jobs:run') || this.#mayRefresh() || may(user, 'hosts:delete');
  }

  #mayRefresh(): boolean {
    return may(session.user, 'hosts:refresh') && features.serves('refreshHost');
  }

  #allSelected(event: CustomEvent<boolean>): void {
    event.preventDefault();
    void this.#selecting.selectAll(event.detail);
  }

  /** The button is gone then; the keyboard goes on in the list. */
  #cleared(): void {
    this.#selecting.clear();
    this.renderRoot.querySelector('fm-table')?.focus();
  }

  #empty(): TemplateResult {
    if (!isFiltered(this.query))
      return html`<fm-state kind="empty" heading="No host is enrolled yet.">
        A host appears here by itself as soon as its enrollment is approved.
        <a slot="actions" class="button" href="/">Go to the start</a>
      </fm-state>`;
    return html`<fm-state kind="empty" heading="No host is like that.">
      Take a filter away, or search for less.
      <button slot="actions" @click=${this.#clear}>Clear search and filters</button>
    </fm-state>`;
  }

  #received(events: readonly LiveEvent[]): void {
    const news = events.flatMap((event) => (event.kind === 'host.updated' ? [event.data] : []));
    for (const { host_id: id, patches_polled_at: polledAt } of news) hostBulk.follow.sees(id, polledAt);
    this.#pages.update(news);
    const fleet = events.findLast(({ kind }) => kind === 'fleet.updated');
    if (fleet?.kind === 'fleet.updated') this.#pages.fleetIs(fleet.data.hosts_total);
  }

  readonly #resized = ({ matches }: MediaQueryListEvent): void => {
    this.isNarrow = matches;
  };

  #typed(event: InputEvent): void {
    const { value } = event.target as HTMLInputElement;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => setQuery({ search: value.trim() }), TYPING_MS);
  }

  #submitted(event: SubmitEvent): void {
    event.preventDefault();
    clearTimeout(this.#typing);
    const search = new FormData(event.target as HTMLFormElement).get('search');
    setQuery({ search: String(search ?? '').trim() });
  }

  #sorted({ detail }: CustomEvent<string>): void {
    const sort = sortText(nextSort(sortOf(this.query), detail, DESCENDING_FIRST));
    setQuery({ sort: sort === 'fqdn' ? null : sort }, true);
  }

  #clear(): void {
    setQuery(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])), true);
  }
}

define('fm-page-hosts', FmPageHosts);
