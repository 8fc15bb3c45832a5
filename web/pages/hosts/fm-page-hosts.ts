import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { announce } from '../../announce.ts';
import { errorNotice, errorState } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import { define, FmPage } from '../../element.ts';
import { countText, plural } from '../../format.ts';
import { icon } from '../../icons/icons.ts';
import { openLive, type LiveEvent, type LiveHandle, type LiveState } from '../../live.ts';
import { setQuery } from '../../query.ts';
import { navigate } from '../../router.ts';
import { safeName } from '../../safeText.ts';
import type { Schemas } from '../../schema.ts';
import { hostHref, narrowColumns, wideColumns } from './hostColumns.ts';
import { HostPages } from './hostPages.ts';
import { FILTER_NAMES, hostQueryOf, isFiltered, nextSort, sortOf, sortTextOf } from './hostQuery.ts';
import { styles } from './fm-page-hosts.styles.ts';

type Host = Schemas['Host'];
type Choice = readonly [value: string, label: string];

/** A key a moment after the other is one search. */
const TYPING_MS = 180;
const NARROW = '(max-width: 44rem)';

const STATUS: readonly Choice[] = [
  ['', 'Any status'],
  ['unreachable', 'Unreachable'],
  ['degraded', 'Degraded'],
  ['healthy', 'Healthy'],
  ['unknown', 'Not read yet'],
];
const SECURITY: readonly Choice[] = [
  ['', 'Any'],
  ['true', 'Waiting'],
  ['false', 'None waiting'],
];
const REBOOT: readonly Choice[] = [
  ['', 'Any'],
  ['true', 'Due'],
  ['false', 'Not due'],
];
/** Filters that come by a link from elsewhere, and can only be taken away here. */
const LINKED: readonly Choice[] = [
  ['os_family', 'System family'],
  ['tag', 'Tag'],
  ['group_id', 'Group'],
];

/** All hosts, as the address filters and sorts them. */
export class FmPageHosts extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = { isNarrow: { state: true }, liveState: { state: true } };
  declare isNarrow: boolean;
  declare liveState: LiveState;
  readonly #pages = new HostPages(this);
  readonly #narrow = matchMedia(NARROW);
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
      ${this.#filters()} ${this.#linkedFilters()} ${this.#content()}
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('query')) this.#showSearch();
    const { total, isLoading } = this.#pages;
    if (isLoading || total === null) return;
    const text = plural(total, 'host');
    if (this.#told !== '' && this.#told !== text) announce(`${text} found`);
    this.#told = text;
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

  #filters(): TemplateResult {
    return html`<form class="filters" role="search" aria-label="Hosts" @submit=${this.#submitted}>
      <label class="field search"
        >Search
        <input
          type="search"
          name="search"
          maxlength="253"
          spellcheck="false"
          autocapitalize="none"
          placeholder="Name, address or machine id"
          @input=${this.#typed}
        />
      </label>
      ${this.#select('health_status', 'Status', STATUS)}
      ${this.#select('has_security', 'Security patches', SECURITY)}
      ${this.#select('reboot_required', 'Reboot', REBOOT)}
    </form>`;
  }

  #select(name: string, label: string, choices: readonly Choice[]): TemplateResult {
    const now = this.query.get(name) ?? '';
    return html`<label class="field"
      >${label}
      <select name=${name} @change=${this.#chosen}>
        ${choices.map(
          ([value, text]) => html`<option value=${value} .selected=${value === now}>${text}</option>`,
        )}
      </select>
    </label>`;
  }

  #linkedFilters(): unknown {
    const present = LINKED.filter(([name]) => this.query.get(name));
    if (present.length === 0) return nothing;
    return html`<div class="row">
      ${present.map(
        ([name, label]) =>
          html`<button
            aria-label="Take away the filter ${label} ${safeName(this.query.get(name))}"
            @click=${() => setQuery({ [name]: null }, true)}
          >
            ${label}: ${safeName(this.query.get(name))} ${icon('close')}
          </button>`,
      )}
    </div>`;
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
    return html`${problem} ${rows.length === 0 ? this.#empty() : this.#table(rows, total)}`;
  }

  #table(rows: readonly Host[], total: number): TemplateResult {
    return html`<fm-table
      label="Hosts"
      .rows=${rows}
      .columns=${this.isNarrow ? narrowColumns : wideColumns}
      .sort=${sortOf(this.query)}
      .total=${total}
      .rowHeightPx=${this.isNarrow ? 60 : 40}
      @fm-near-end=${() => this.#pages.more()}
      @fm-open=${({ detail }: CustomEvent<Host>) => navigate(hostHref(detail))}
      @fm-sort=${this.#sorted}
    ></fm-table>`;
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
    this.#pages.update(events.flatMap((event) => (event.kind === 'host.updated' ? [event.data] : [])));
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

  #chosen(event: Event): void {
    const { name, value } = event.target as HTMLSelectElement;
    setQuery({ [name]: value }, true);
  }

  #sorted({ detail }: CustomEvent<string>): void {
    const sort = sortTextOf(nextSort(sortOf(this.query), detail));
    setQuery({ sort: sort === 'fqdn' ? null : sort }, true);
  }

  #clear(): void {
    setQuery(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])), true);
  }
}

define('fm-page-hosts', FmPageHosts);
