import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import '#web/components/fm-tabs/fm-tabs.ts';
import { chosenTab } from '#web/components/fm-tabs/fm-tabs.ts';
import '#web/components/fm-time/fm-time.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { may } from '#web/core/permissions.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { session } from '#web/core/session.ts';
import { readGroups, type Group } from '#web/domain/group/read.ts';
import { readHost } from '#web/domain/host/changes.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import '#web/domain/policy/fm-next-runs.ts';
import type { Entry, Kind } from './draft.ts';
import './fm-entries.ts';
import './fm-entry-form.ts';
import './fm-month.ts';
import { daysOf, linesOf, monthOf, monthText, type Line } from './month.ts';
import { readFreezes, readWindows } from './read.ts';
import { texts } from './texts.ts';
import { managerTime } from '#web/core/managerTime.ts';

const TABS = [
  { key: 'month', label: 'Month' },
  { key: 'windows', label: 'Windows' },
  { key: 'freezes', label: 'Freezes' },
];
const NEXT_SHOWN = 10;
const DAY_MS = 86_400_000;

interface All {
  windows: Schemas['Window'][];
  freezes: Schemas['Freeze'][];
  groups: Group[];
  /** Whose windows are shown; null: all. */
  host: { id: string; name: string } | null;
}

/**
 * Shows when windows are open and freezes hold, and lets people change both. `?host=` shows the windows of one host;
 * `?new=` and `?edit=` open the form.
 */
export class FmPageCalendar extends FmPage {
  readonly #all = new Resource<All, readonly [string | null]>(this, {
    args: () => [this.query.get('host')],
    read: ([hostId], signal) => readAll(hostId, signal),
    // An entry that was deleted would take its form away, with what was typed.
    rereads: () => this.#kind() === null,
  });
  readonly #month = new Resource<Schemas['OpeningList'], readonly [string]>(this, {
    args: () => [monthText(monthOf(this.query.get('month'), new Date()))],
    keepsValue: true,
    read: ([month], signal) => {
      const at = monthOf(month, new Date());
      const query = {
        from: new Date(at.year, at.month, 1).toISOString(),
        to: new Date(at.year, at.month + 1, 1).toISOString(),
      };
      return must(api.GET('/api/v1/maintenance-windows/openings', { params: { query }, signal }));
    },
  });
  readonly #next = new Resource<Schemas['OpeningList']>(this, {
    args: () => [],
    read: (_, signal) => {
      const query = {
        from: new Date().toISOString(),
        to: new Date(Date.now() + 60 * DAY_MS).toISOString(),
      };
      return must(api.GET('/api/v1/maintenance-windows/openings', { params: { query }, signal }));
    },
  });

  override render(): TemplateResult {
    const host = this.#all.value?.host ?? null;
    return html`<div class="page">
      <fm-page-header
        heading=${host ? `Windows of ${host.name}` : 'Calendar'}
        .crumbs=${host ? [{ label: 'Calendar', href: '/calendar' }] : []}
        .actions=${this.#kind() ? [] : this.#actions()}
        @fm-action=${({ detail }: CustomEvent<string>) => setQuery({ new: detail }, true)}
      >
        <p>${texts.intro}</p>
      </fm-page-header>
      ${renderReading(this.#all, {
        what: 'the windows and freezes',
        complete: (all) => (this.#kind() ? this.#form(all) : this.#tabs(all)),
      })}
    </div>`;
  }

  #actions(): PageAction[] {
    const { user } = session;
    return [
      ...(may(user, 'windows:edit') ? [{ key: 'window', label: 'New window', icon: 'plus' as const }] : []),
      ...(may(user, 'freezes:edit') ? [{ key: 'freeze', label: 'New freeze', icon: 'plus' as const }] : []),
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
    this.#next.retry();
  }

  #tabs(all: All): TemplateResult {
    const tabs = all.host ? TABS.slice(1) : TABS;
    const selected = chosenTab(this.query, tabs);
    return html`<fm-tabs label="Windows and freezes" .tabs=${tabs} .selected=${selected}>
      ${selected === 'month' ? this.#calendar() : this.#list(selected, all)}
    </fm-tabs>`;
  }

  #list(tab: string, all: All): TemplateResult {
    const kind: Kind = tab === 'freezes' ? 'freeze' : 'window';
    const entries: readonly Entry[] = kind === 'freeze' ? all.freezes : all.windows;
    const hint = kind === 'freeze' ? texts.freezeHint : texts.windowHint;
    return html`<section class="stack" aria-label=${tab === 'freezes' ? 'Freezes' : 'Windows'}>
      <h2>${tab === 'freezes' ? 'Freezes' : 'Windows'}</h2>
      <p class="quiet">${hint}</p>
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
              .mayEdit=${may(session.user, kind === 'freeze' ? 'freezes:edit' : 'windows:edit')}
              @fm-edit=${({ detail }: CustomEvent<string>) => setQuery({ edit: detail }, true)}
              @fm-changed=${() => this.#readAgain()}
            ></fm-entries>`
      }
    </section>`;
  }

  #calendar(): TemplateResult {
    const at = monthOf(this.query.get('month'), new Date());
    const shift = (by: number): void => setQuery({ month: monthText(at, by) });
    return html`<section class="stack" aria-label="Month">
      ${renderReading(this.#next, {
        what: 'upcoming windows and freezes',
        complete: ({ openings }) => nextUp(linesOf(openings).slice(0, NEXT_SHOWN)),
      })}
      <fm-next-runs></fm-next-runs>
      <div class="row spread">
        <h2>${monthNames.format(new Date(at.year, at.month, 1))}</h2>
        <div class="row">
          <button @click=${() => shift(-1)}>Previous</button>
          <button @click=${() => shift(1)}>Next</button>
        </div>
      </div>
      <p class="quiet small">Times in ${Intl.DateTimeFormat().resolvedOptions().timeZone}.</p>
      ${renderReading(this.#month, {
        what: 'the month',
        complete: ({ openings, is_cut: isCut }) =>
          html`${isCut ? html`<p class="notice">${texts.cut}</p>` : nothing}
            <fm-month .days=${daysOf(at, openings)}></fm-month>`,
      })}
    </section>`;
  }
}

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

const kindOf = (entry: Entry | null): Kind | null =>
  entry === null ? null : 'host_id' in entry ? 'window' : 'freeze';

function nextUp(lines: readonly Line[]): unknown {
  if (lines.length === 0) return nothing;
  return html`<section class="card" aria-label="Upcoming">
    <h2>Upcoming</h2>
    <ol>
      ${lines.map(
        ({ kind, name, startsAt, endsAt, count }) =>
          html`<li>
            ${kind === 'freeze' ? html`<strong>Freeze</strong> ` : nothing}${safeName(name)}${count > 1 ? ` (${count})` : nothing}:
            ${
              startsAt <= managerTime()
                ? html`now, until <fm-time .datetime=${endsAt.toISOString()} mode="absolute"></fm-time>`
                : html`<fm-time .datetime=${startsAt.toISOString()}></fm-time>, on
                    <fm-time .datetime=${startsAt.toISOString()} mode="absolute"></fm-time>`
            }
          </li>`,
      )}
    </ol>
  </section>`;
}

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
