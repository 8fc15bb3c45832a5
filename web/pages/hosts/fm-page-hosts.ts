import { html, nothing, type TemplateResult, css } from 'lit';
import { announce } from '../../core/announce.ts';
import { api, must } from '../../core/api.ts';
import '../../components/fm-filter-bar/fm-filter-bar.ts';
import { putSearch } from '../../components/fm-filter-bar/address.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '../../components/fm-page-header/fm-page-header.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import { nextSort, sortText } from '../../components/fm-table/sorting.ts';
import { define, FmPage } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { countText, plural } from '../../core/format.ts';
import type { LiveEvent } from '../../core/live.ts';
import { loadCode } from '../../core/loadCode.ts';
import { LiveTopic } from '../../core/liveTopic.ts';
import { PagedList } from '../../core/pagedList.ts';
import { may } from '../../core/permissions.ts';
import { setQuery } from '../../core/query.ts';
import { Resource } from '../../core/resource.ts';
import { navigate } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import { ruleOfFilters } from '../../domain/group/filterRule.ts';
import { mayEditGroups } from '../../domain/group/rights.ts';
import { noHostsInScope } from '../../domain/user/noHosts.ts';
import { hostBulk } from '../../domain/host/bulk.ts';
import type { BulkTarget } from '../../domain/host/bulkRun.ts';
import { hostColumns, hostHref } from '../../domain/host/columns.ts';
import { hostFilters } from '../../domain/host/filters.ts';
import type { HostAction } from '../../domain/host/hostAction.ts';
import {
  DESCENDING_FIRST,
  FILTER_NAMES,
  hostQueryOf,
  isFiltered,
  sortOf,
  usualSort,
  type HostQuery,
} from '../../domain/host/query.ts';
import './fm-bulk-progress.ts';
import './fm-host-views.ts';
import './fm-selection-bar.ts';
import { filterValues } from './filterValues.ts';
import { withNews } from './hostNews.ts';
import { SelectedActions } from './selectedActions.ts';
import { Selecting } from './selecting.ts';

const styles = css`
  .page {
    gap: var(--fm-space-3);
  }

  .summary {
    color: var(--fm-text-quiet);
  }

  button[aria-pressed='true'] {
    background: var(--fm-selected);
  }

  .more {
    flex: none;
    border-radius: 1.25rem;
    font-size: var(--fm-size-small);
  }

  fm-table {
    --fm-table-height: max(18rem, calc(100dvh - 12.5rem));
    --fm-long-lines: 1;
  }

  /* Room for the bar of the selection, which stands behind the table and stays in sight. */
  fm-table.selecting {
    --fm-table-height: max(18rem, calc(100dvh - 16rem));
  }
`;

type Host = Schemas['Host'];

/** So many that eighteen hosts are to be seen on the smallest usual screen. */
const ROW_PX = 32;
const PAGE_ROWS = 250;

/** All hosts, as the address filters and sorts them. */
export class FmPageHosts extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = {
    hasAllFilters: { state: true },
  };
  /** Whether rarely used filters are shown too. */
  declare hasAllFilters: boolean;
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => this.#received(events),
  });
  readonly #hosts = new PagedList<Host, HostQuery>(this, {
    query: () => hostQueryOf(this.query),
    live: this.#live,
    pageRows: PAGE_ROWS,
    read: async (query, page, signal) => {
      const list = await must(api.GET('/api/v1/hosts', { params: { query: { ...query, ...page } }, signal }));
      return { rows: list.hosts, total: list.total, cursor: list.next_cursor };
    },
  });
  /** What the filters can be set to; without it the reader can still remove them. */
  readonly #values = filterValues(this);
  /** The code of the map, which most visits do not need. */
  readonly #map = new Resource(this, {
    args: () => (this.#isMap ? ([] as const) : null),
    read: () => loadCode(() => import('./fm-host-map.ts')),
  });
  readonly #selecting = new Selecting(this, this.#hosts);
  readonly #actions = new SelectedActions(this, this.#selecting);
  #fleetTotal: number | null = null;
  #told = '';

  constructor() {
    super();
    this.hasAllFilters = false;
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Hosts" .actions=${this.#pageActions()}
        ><p slot="badges" class="summary">${this.#summary()}</p>
        <button slot="badges" aria-pressed=${String(this.#isMap)} @click=${this.#viewSwitched}>
          ${icon('fleet')} Map
        </button>
        <fm-host-views slot="badges" .query=${this.query.toString()}></fm-host-views
      ></fm-page-header>
      ${this.#filterBar()}
      <fm-bulk-progress
        @fm-select-hosts=${({ detail }: CustomEvent<BulkTarget[]>) => this.#selecting.add(detail)}
      ></fm-bulk-progress>
      ${errorNotice(this.#actions.problem)} ${this.#content()}
    </div>`;
  }

  protected override updated(): void {
    this.#lookWhichAreShown();
    const { total, isLoading } = this.#hosts;
    if (isLoading || total === null) return;
    const text = plural(total, 'host');
    if (this.#told !== '' && this.#told !== text) announce(`${text} found`);
    this.#told = text;
  }

  /** A new group holds the hosts that match, now and later; it is offered where a rule can say what the filters say. */
  #pageActions(): PageAction[] {
    const { user } = session;
    const found: (PageAction | false)[] = [
      mayEditGroups(user) &&
        ruleOfFilters(this.query) !== null && {
          key: 'group',
          label: 'Create group',
          icon: 'plus',
          href: `/groups/new?${this.query}`,
        },
      may(user, 'enrollment:manage') &&
        features.serves('listEnrollments') && {
          key: 'add',
          label: 'Add host',
          icon: 'plus',
          href: '/enrollments?tab=add',
        },
    ];
    return found.filter((action) => action !== false);
  }

  #filterBar(): TemplateResult {
    const { value } = this.#values;
    return html`<fm-filter-bar
      label="Hosts"
      placeholder="Name, address or id"
      .search=${this.query.get('search')?.trim() ?? ''}
      .filters=${hostFilters(this.query, {
        values: value?.values ?? null,
        groups: value?.groups ?? [],
        isWhole: this.hasAllFilters,
      })}
      @fm-search=${putSearch}
      @fm-filter=${({ detail }: CustomEvent<{ name: string; value: string | null }>) =>
        setQuery({ [detail.name]: detail.value }, true)}
      @fm-clear-filters=${this.#clear}
    >
      <button
        class="plain more"
        aria-pressed=${String(this.hasAllFilters)}
        @click=${() => (this.hasAllFilters = !this.hasAllFilters)}
      >
        ${this.hasAllFilters ? 'Fewer filters' : 'More filters'}
      </button>
    </fm-filter-bar>`;
  }

  /** Reads the rest of the list for the map, or when that is the only way to tell how many selected hosts it shows. */
  #lookWhichAreShown(): void {
    const { isLoading, isReadingAll, error } = this.#hosts;
    if (isLoading || isReadingAll || error !== null) return;
    const wantsAll = this.#isMap && !this.#hosts.isComplete;
    if (wantsAll || this.#selecting.hiddenCount(isFiltered(this.query)) === null) void this.#hosts.readAll();
  }

  #summary(): string {
    const { total, rows } = this.#hosts;
    if (total === null) return 'Reading …';
    const shown = rows.length < total ? `, ${countText(rows.length)} loaded so far` : '';
    return `${plural(total, 'host')}${isFiltered(this.query) ? ' found' : ''}${shown}`;
  }

  #content(): unknown {
    return renderReading(this.#hosts, {
      what: 'the hosts',
      complete: (rows) => {
        const isSelecting =
          !this.#isMap && this.#actions.areOffered && (rows.length > 0 || this.#selecting.ids.size > 0);
        return html`${rows.length === 0 ? this.#empty() : this.#rows(rows)}
        ${isSelecting ? this.#selectionBar() : nothing}`;
      },
    });
  }

  /** Whether the hosts are squares instead of rows. */
  get #isMap(): boolean {
    return this.query.get('view') === 'map';
  }

  readonly #viewSwitched = (): void => setQuery({ view: this.#isMap ? null : 'map' });

  #rows(rows: readonly Host[]): unknown {
    if (!this.#isMap) return this.#table(rows, this.#hosts.total ?? rows.length);
    const complete = () => html`<fm-host-map .hosts=${rows}></fm-host-map>`;
    return renderReading(this.#map, { what: 'the map', complete });
  }

  #table(rows: readonly Host[], total: number): TemplateResult {
    return html`<fm-table
      label="Hosts"
      name="hosts"
      class=${this.#selecting.ids.size > 0 ? 'selecting' : ''}
      .rows=${rows}
      .columns=${hostColumns}
      .loadAll=${this.#readAll}
      .sort=${sortOf(this.query)}
      .total=${total}
      .selected=${this.#actions.areOffered ? this.#selecting.ids : null}
      .selectAllLabel=${`Select all ${plural(total, 'host')}${isFiltered(this.query) ? ' that match' : ''}`}
      @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => this.#selecting.set(detail)}
      @fm-select-all=${this.#allSelected}
      .rowHeightPx=${ROW_PX}
      @fm-near-end=${() => this.#hosts.more()}
      @fm-open=${({ detail }: CustomEvent<Host>) => navigate(hostHref(detail))}
      @fm-sort=${this.#sorted}
    ></fm-table>`;
  }

  #selectionBar(): TemplateResult {
    return html`<fm-selection-bar
      .count=${this.#selecting.ids.size}
      .hiddenCount=${this.#selecting.hiddenCount(isFiltered(this.query))}
      .reading=${this.#selecting.reading}
      .offers=${this.#actions.offers}
      .compareHref=${this.#actions.compareHref}
      .isBusy=${hostBulk.run?.isRunning ?? false}
      .isStarting=${this.#actions.isStarting}
      @fm-act=${({ detail }: CustomEvent<HostAction>) => void this.#actions.act(detail)}
      @fm-clear=${this.#cleared}
    ></fm-selection-bar>`;
  }

  /** For a file: half of a list looks like a whole one, so there is none if a page cannot be read. */
  readonly #readAll = async (): Promise<void> => {
    if (!(await this.#hosts.readAll())) throw new Error('the list could not be read to its end');
  };

  #allSelected(event: CustomEvent<boolean>): void {
    event.preventDefault();
    void this.#selecting.selectAll(event.detail);
  }

  /** The button is gone then, so the focus moves to the list. */
  #cleared(): void {
    this.#selecting.clear();
    this.renderRoot.querySelector('fm-table')?.focus();
  }

  #empty(): TemplateResult {
    if (!isFiltered(this.query))
      return (
        noHostsInScope(session.user) ??
        html`<fm-state kind="empty" heading="No hosts yet">
          Hosts appear here once their enrollment is approved.
          <a slot="actions" class="button" href="/">Go to Overview</a>
        </fm-state>`
      );
    return html`<fm-state kind="empty" heading="No hosts match.">
      Remove a filter, or shorten the search.
      <button slot="actions" @click=${this.#clear}>Clear search and filters</button>
    </fm-state>`;
  }

  #received(events: readonly LiveEvent[]): void {
    const news = events.flatMap((event) => (event.kind === 'host.updated' ? [event.data] : []));
    for (const { host_id: id, patches_polled_at: polledAt } of news) hostBulk.follow.sees(id, polledAt);
    if (news.length > 0) this.#hosts.change((rows) => withNews(rows, news));
    this.#areGone(events.flatMap((event) => (event.kind === 'host.deleted' ? [event.data.host_id] : [])));
    const fleet = events.findLast(({ kind }) => kind === 'fleet.updated');
    if (fleet?.kind === 'fleet.updated') this.#fleetIs(fleet.data.hosts_total);
  }

  /** Hosts that somebody deleted are neither shown nor selected any more. */
  #areGone(ids: readonly string[]): void {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    this.#hosts.remove(({ id }) => gone.has(id));
    this.#selecting.forget(ids);
  }

  /** When hosts came or went, reads the list again, unless a reader has scrolled on and would lose rows. */
  #fleetIs(hostsTotal: number): void {
    const isKnown = hostsTotal === this.#fleetTotal || hostsTotal === this.#hosts.total;
    this.#fleetTotal = hostsTotal;
    if (!isKnown && this.#hosts.isOnePage && !this.#hosts.isReadingAll) this.#hosts.restart();
  }

  #sorted({ detail }: CustomEvent<string>): void {
    const sort = sortText(nextSort(sortOf(this.query), detail, DESCENDING_FIRST));
    setQuery({ sort: sort === sortText(usualSort(this.query)) ? null : sort }, true);
  }

  #clear(): void {
    setQuery(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])), true);
  }
}

define('fm-page-hosts', FmPageHosts);
