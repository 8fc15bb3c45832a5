import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { Crumb, PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import '#web/components/fm-tabs/fm-tabs.ts';
import { chosenTab } from '#web/components/fm-tabs/fm-tabs.ts';
import { announce } from '#web/core/announce.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { managerTime } from '#web/core/managerTime.ts';
import { may } from '#web/core/permissions.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { safeName } from '#web/core/safeText.ts';
import { session } from '#web/core/session.ts';
import { readGroups, type Group } from '#web/domain/group/read.ts';
import { readHost } from '#web/domain/host/changes.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import type { Entry, Kind } from './draft.ts';
import './fm-entries.ts';
import './fm-entry-form.ts';
import './fm-agenda.ts';
import './fm-month.ts';
import { legend, lineStyles } from './lines.ts';
import { dateText, daysOf, gridDays, gridOf, isOf, linesOf, monthOf, monthText, type Day } from './month.ts';
import type { Outlook } from './outlook.ts';
import { readFreezes, readOutlooks, readPlanned, readWindows, type PlannedPage } from './read.ts';
import { KINDS, texts } from './texts.ts';

const TABS = [
  { key: 'month', label: 'Month' },
  { key: 'agenda', label: 'Agenda' },
  { key: 'windows', label: 'Windows' },
  { key: 'freezes', label: 'Freezes' },
];
const AGENDA_DAYS = 60;
/** Where seven days side by side have room. */
const WIDE = matchMedia('(width >= 60rem)');

interface All {
  windows: Schemas['Window'][];
  freezes: Schemas['Freeze'][];
  groups: Group[];
  /** Whose windows are shown; null: all. */
  host: { id: string; name: string } | null;
}

const styles = css`
  .small {
    margin: 0;
  }
`;

/**
 * Shows what is planned: windows, freezes, policy runs and scheduled jobs, as a month and as an agenda, and lets people
 * change windows and freezes. `?host=` shows the windows of one host;
 * `?new=` and `?edit=` open the form.
 */
export class FmPageCalendar extends FmPage {
  readonly #all = new Resource<All, readonly [string | null]>(this, {
    args: () => [this.query.get('host')],
    read: ([hostId], signal) => readAll(hostId, signal),
    // An entry that was deleted would take its form away, with what was typed.
    rereads: () => this.#kind() === null,
  });
  readonly #month = new Resource<PlannedPage, readonly [string | null]>(this, {
    args: () => (this.#tab() === 'month' ? [this.query.get('month')] : null),
    keepsValue: true,
    read: ([month], signal) => {
      const { first, end } = gridOf(monthOf(month, managerTime()));
      return readPlanned(first, end, signal);
    },
    rereads: () => true,
  });
  readonly #ahead = new Resource<PlannedPage>(this, {
    args: () => (this.#tab() === 'agenda' ? [] : null),
    read: (_, signal) => {
      const now = managerTime();
      const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + AGENDA_DAYS);
      return readPlanned(now, end, signal);
    },
    rereads: () => true,
  });
  readonly #outlooks = new Resource<ReadonlyMap<string, Outlook>>(this, {
    args: () => (this.#tab() === 'windows' && features.serves('listWindowOutlooks') ? [] : null),
    read: (_, signal) => readOutlooks(signal),
  });

  static override styles = [FmPage.styles, lineStyles, styles];
  static override properties = { ...FmPage.properties, day: { state: true } };
  /** The day that is chosen in the month. */
  declare day: string;

  constructor() {
    super();
    this.day = dateText(managerTime());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    WIDE.addEventListener('change', this.#resized);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    WIDE.removeEventListener('change', this.#resized);
  }

  readonly #resized = (): void => this.requestUpdate();

  override render(): TemplateResult {
    const kind = this.#kind();
    return html`<div class="page">
      <fm-page-header
        heading=${this.#heading(kind)}
        .crumbs=${this.#crumbs(kind)}
        .actions=${kind ? [] : this.#actions()}
        @fm-action=${({ detail }: CustomEvent<string>) => setQuery({ new: detail }, true)}
      >
        <p>${kind ? KINDS[kind].what : texts.intro}</p>
      </fm-page-header>
      ${renderReading(this.#all, {
        what: 'the windows and freezes',
        complete: (all) => (this.#kind() ? this.#form(all) : this.#tabs(all)),
      })}
    </div>`;
  }

  #heading(kind: Kind | null): string {
    const { host } = this.#all.value ?? {};
    if (kind === null) return host ? texts.ofHost(host.name) : texts.title;
    const edited = this.#edited();
    return edited ? `Edit ${safeName(edited.name)}` : KINDS[kind].begin;
  }

  #crumbs(kind: Kind | null): Crumb[] {
    const { host } = this.#all.value ?? {};
    const found = kind || host ? [{ label: texts.title, href: '/calendar' }] : [];
    return kind && host
      ? [...found, { label: texts.ofHost(host.name), href: `/calendar?host=${host.id}` }]
      : found;
  }

  #actions(): PageAction[] {
    const { user } = session;
    return [
      ...(may(user, 'windows:edit')
        ? [{ key: 'window', label: KINDS.window.begin, icon: 'plus' as const }]
        : []),
      ...(may(user, 'freezes:edit')
        ? [{ key: 'freeze', label: KINDS.freeze.begin, icon: 'plus' as const }]
        : []),
    ];
  }

  /** The kind of entry in the open form; null: none is open. */
  #kind(): Kind | null {
    const wanted = this.query.get('new') ?? (this.#edited() ? kindOf(this.#edited()) : null);
    if (wanted === 'window') return may(session.user, 'windows:edit') ? wanted : null;
    return wanted === 'freeze' && may(session.user, 'freezes:edit') ? wanted : null;
  }

  #edited(): Entry | null {
    const id = this.query.get('edit');
    const { windows = [], freezes = [] } = this.#all.value ?? {};
    return [...windows, ...freezes].find((entry) => entry.id === id) ?? null;
  }

  #form({ groups, host }: All): TemplateResult {
    return html`<fm-entry-form
      .kind=${this.#kind() ?? 'window'}
      .entry=${this.#edited()}
      .host=${this.#kind() === 'window' ? host : null}
      .groups=${groups}
      .groupId=${this.query.get('group') ?? ''}
      @fm-saved=${() => this.#saved()}
      @fm-again=${() => this.#all.retry()}
      @fm-cancel=${() => setQuery({ new: null, edit: null })}
    ></fm-entry-form>`;
  }

  #saved(): void {
    const tab = this.#kind() === 'freeze' ? 'freezes' : 'windows';
    announce('Saved.');
    this.#readAgain();
    setQuery({ new: null, edit: null, tab });
  }

  #readAgain(): void {
    this.#all.retry();
    this.#month.retry();
    this.#ahead.retry();
    this.#outlooks.retry();
  }

  /** A host's page has its windows alone. */
  #tabList(): typeof TABS {
    return this.query.has('host') ? TABS.slice(2) : TABS;
  }

  #tab(): string {
    return chosenTab(this.query, this.#tabList());
  }

  #tabs(all: All): TemplateResult {
    const selected = this.#tab();
    const panels: Readonly<Record<string, () => TemplateResult>> = {
      month: () => this.#calendar(),
      agenda: () => this.#agenda(),
    };
    return html`<fm-tabs label="Calendar" .tabs=${this.#tabList()} .selected=${selected}>
      ${(panels[selected] ?? (() => this.#list(selected, all)))()}
    </fm-tabs>`;
  }

  #list(tab: string, all: All): TemplateResult {
    const kind: Kind = tab === 'freezes' ? 'freeze' : 'window';
    const entries: readonly Entry[] = kind === 'freeze' ? all.freezes : all.windows;
    return html`<section class="stack" aria-label=${tab === 'freezes' ? 'Freezes' : 'Windows'}>
      <h2>${tab === 'freezes' ? 'Freezes' : 'Windows'}</h2>
      <p class="quiet">${KINDS[kind].what}</p>
      ${
        entries.length === 0
          ? html`<fm-state
              kind="empty"
              heading=${kind === 'freeze' ? texts.noFreezes : texts.noWindows}
            ></fm-state>`
          : html`<fm-entries
              .kind=${kind}
              .entries=${entries}
              .groups=${all.groups}
              .outlooks=${this.#outlooks.value ?? new Map<string, Outlook>()}
              .mayEdit=${may(session.user, kind === 'freeze' ? 'freezes:edit' : 'windows:edit')}
              @fm-edit=${({ detail }: CustomEvent<string>) => setQuery({ edit: detail }, true)}
              @fm-changed=${() => this.#readAgain()}
            ></fm-entries>`
      }
    </section>`;
  }

  #calendar(): TemplateResult {
    const at = monthOf(this.query.get('month'), managerTime());
    const shift = (by: number): void => setQuery({ month: monthText(at, by) });
    return html`<section class="stack" aria-label="Month">
      <div class="row spread">
        <h2>${monthNames.format(new Date(at.year, at.month, 1))}</h2>
        <div class="row">
          <button @click=${() => shift(-1)}>Previous</button>
          <button @click=${() => this.#choose(managerTime())}>Today</button>
          <button @click=${() => shift(1)}>Next</button>
        </div>
      </div>
      ${about()}
      ${renderReading(this.#month, {
        what: 'the month',
        complete: (planned) => {
          const days = gridDays(at, linesOf(planned));
          return html`${cutNotice(planned)} ${this.#days(days, monthText(at))}`;
        },
      })}
    </section>`;
  }

  /** As a grid with all days of its weeks; where it has no room, as a list of the days of the month alone. */
  #days(grid: Day[], month: string): unknown {
    const days = WIDE.matches ? grid : grid.filter((day) => isOf(month, day));
    const none = isEmpty(days) ? this.#none(texts.noneInMonth) : nothing;
    if (!WIDE.matches) return isEmpty(days) ? none : html`<fm-agenda .days=${days}></fm-agenda>`;
    return html`<fm-month
        .days=${days}
        .month=${month}
        .selected=${this.day}
        @fm-day=${({ detail }: CustomEvent<Date>) => this.#choose(detail)}
      ></fm-month>
      ${none}`;
  }

  #choose(day: Date): void {
    this.day = dateText(day);
    const month = this.day.slice(0, 7);
    const shown = monthText(monthOf(this.query.get('month'), managerTime()));
    if (month !== shown) setQuery({ month });
  }

  #agenda(): TemplateResult {
    return html`<section class="stack" aria-label="Agenda">
      <h2>${texts.ahead}</h2>
      ${about()}
      ${renderReading(this.#ahead, {
        what: 'what is planned',
        complete: (planned) => {
          const days = daysOf(managerTime(), AGENDA_DAYS, linesOf(planned));
          const list = isEmpty(days)
            ? this.#none(texts.noneAhead)
            : html`<fm-agenda .days=${days}></fm-agenda>`;
          return html`${cutNotice(planned)} ${list}`;
        },
      })}
    </section>`;
  }

  #none(heading: string): TemplateResult {
    return html`<fm-state kind="empty" heading=${heading}>
      ${texts.noneHint}
      ${
        may(session.user, 'windows:edit')
          ? html`<button slot="actions" @click=${() => setQuery({ new: 'window' }, true)}>
              ${KINDS.window.begin}
            </button>`
          : nothing
      }
    </fm-state>`;
  }
}

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

const kindOf = (entry: Entry | null): Kind | null =>
  entry === null ? null : 'host_id' in entry ? 'window' : 'freeze';

const isEmpty = (days: readonly Day[]): boolean => days.every(({ lines }) => lines.length === 0);

const cutNotice = ({ isCut }: PlannedPage): unknown =>
  isCut ? html`<p class="notice">${texts.cut}</p>` : nothing;

const about = (): TemplateResult =>
  html`<div class="row spread">
    ${legend()}
    <p class="quiet small">Times in ${Intl.DateTimeFormat().resolvedOptions().timeZone}.</p>
  </div>`;

async function readAll(hostId: string | null, signal: AbortSignal): Promise<All> {
  const [windows, freezes, groups, host] = await Promise.all([
    readWindows(hostId, signal),
    readFreezes(signal),
    may(session.user, 'groups:read') ? readGroups(signal) : [],
    hostId === null ? null : readHost(hostId, signal),
  ]);
  return { windows, freezes, groups, host: host && { id: host.id, name: hostName(host) } };
}

define('fm-page-calendar', FmPageCalendar);
