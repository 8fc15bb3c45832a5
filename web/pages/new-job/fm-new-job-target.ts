import { Task } from '@lit/task';
import { css, html, nothing, type TemplateResult } from 'lit';
import { renderTask } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-tabs/fm-tabs.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { setQuery } from '../../core/query.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import { readGroupNames, type GroupNames } from '../../domain/group/names.ts';
import '../../domain/job/fm-job-target.ts';
import { isOpenTarget, namesNothing, targetText, withPart, type Target } from '../../domain/job/target.ts';
import { icon } from '../../icons/icons.ts';
import { hostColumns, readHosts, type KnownHosts } from './hostChoice.ts';
import { targetTexts as texts } from './texts.ts';

const styles = css`
  :host {
    display: block;
  }

  .filters {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    align-items: end;
    gap: var(--fm-space-3);
  }

  .summary {
    overflow-wrap: anywhere;
  }

  fm-table {
    --fm-table-height: 22rem;
  }
`;

type Tab = 'hosts' | 'groups';

/**
 * Which hosts a new job is for: single hosts, groups, tags, or all that match the search. Those that were chosen when the
 * page was opened come first. Fires `fm-target` with the new target, and `fm-read` once it has read hosts.
 */
export class FmNewJobTarget extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    value: { attribute: false },
    query: { attribute: false },
    known: { attribute: false },
    isLost: { attribute: false },
    tab: { state: true },
  };
  declare value: Target;
  declare query: URLSearchParams;
  /** Is told of each host that this reads. */
  declare known: KnownHosts | null;
  /** Another page chose hosts that this tab does not know. */
  declare isLost: boolean;
  /** Null: by what the target names. */
  declare tab: Tab | null;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.value = {};
    this.query = new URLSearchParams();
    this.known = null;
    this.isLost = false;
    this.tab = null;
  }

  readonly #names = new Resource<GroupNames, readonly []>(this, {
    args: () => [],
    read: (_args, signal) => readGroupNames(signal),
  });

  readonly #hosts = new Task(this, {
    task: ([search, security], { signal }) => {
      const reading = readHosts(search, security, signal);
      if (this.known) this.known.reading = reading;
      return reading.then((hosts) => {
        hosts.forEach((host) => this.known?.know(host));
        this.dispatchEvent(new Event('fm-read'));
        const chosen = new Set(this.value.host_ids);
        return [...hosts.filter(({ id }) => chosen.has(id)), ...hosts.filter(({ id }) => !chosen.has(id))];
      });
    },
    args: () => [this.query.get('search') ?? '', this.query.get('security') === '1'] as const,
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  override render(): TemplateResult {
    const { host_ids: hosts = [], group_ids: groups = [], tags = [] } = this.value;
    const usual: Tab = isOpenTarget(this.value) && hosts.length === 0 ? 'groups' : 'hosts';
    const selected = this.tab ?? usual;
    const tabs = [
      { key: 'hosts', label: texts.hosts, count: hosts.length },
      { key: 'groups', label: texts.groups, count: groups.length + tags.length },
    ];
    return html`<div class="stack">
      ${this.#summary()}
      <fm-tabs
        label=${texts.label}
        .tabs=${tabs}
        .selected=${selected}
        param=""
        @fm-tab=${({ detail }: CustomEvent<Tab>) => (this.tab = detail)}
      >
        <div class="stack">
          ${selected === 'hosts' ? html`${this.#filters()} ${this.#list()}` : this.#groups()}
        </div>
      </fm-tabs>
    </div>`;
  }

  /** What is chosen, above all that can be. */
  #summary(): TemplateResult {
    if (this.isLost && namesNothing(this.value))
      return html`<p class="notice" role="status">${texts.lost}</p>`;
    if (namesNothing(this.value)) return html`<p class="quiet">${texts.none}</p>`;
    const names = this.#names.value;
    const text = targetText(this.value, (id) => names?.get(id) ?? null);
    return html`<p class="row summary">
      <span><strong>${texts.selected}</strong> ${text}</span>
      <button type="button" @click=${() => this.#fire({})}>${icon('close')} ${texts.clear}</button>
    </p>`;
  }

  #groups(): TemplateResult {
    return html`<fm-job-target
      .value=${this.value}
      .names=${this.#names.value ?? new Map()}
      help=${texts.tagsHelp}
      @fm-target=${({ detail }: CustomEvent<Target>) => this.#fire(detail)}
    ></fm-job-target>`;
  }

  #filters(): TemplateResult {
    return html`<div class="filters" role="search" aria-label="Filter hosts">
      <label class="field"
        >Search
        <input
          type="search"
          placeholder="Name, address or machine id"
          .value=${this.query.get('search') ?? ''}
          @input=${this.#searched}
        />
      </label>
      <label class="choice">
        <input
          type="checkbox"
          .checked=${this.query.get('security') === '1'}
          @change=${(event: Event) =>
            setQuery({ security: (event.target as HTMLInputElement).checked ? '1' : null })}
        />
        Only with security patches
      </label>
    </div>`;
  }

  #list(): unknown {
    const chosen = new Set(this.value.host_ids);
    return renderTask(this.#hosts, {
      what: 'hosts',
      isEmpty: (hosts) => hosts.length === 0,
      empty: () =>
        html`<fm-state kind="empty" heading="No hosts match.">
          Change the search, or enroll a host.
        </fm-state>`,
      complete: (hosts) =>
        html`<p class="row small">
            <span class="quiet" role="status"
              >${plural(chosen.size, 'host')} selected, ${hosts.length} shown</span
            >
            ${this.#asFilter()}
          </p>
          <fm-table
            label="Hosts to select"
            .rows=${hosts}
            .columns=${hostColumns}
            .selected=${chosen}
            .total=${hosts.length}
            @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) =>
              this.#fire(withPart(this.value, { host_ids: [...detail] }))}
          ></fm-table>`,
    });
  }

  /** Offers what the search asks for as a target: hosts that match when the job is created. */
  #asFilter(): unknown {
    const search = (this.query.get('search') ?? '').trim();
    const filter: Schemas['HostFilter'] = {
      ...(search === '' ? {} : { search }),
      ...(this.query.get('security') === '1' ? { has_security: true } : {}),
    };
    if (Object.keys(filter).length === 0) return nothing;
    return html`<button type="button" @click=${() => this.#fire(withPart(this.value, { filter }))}>
      ${icon('plus')} ${texts.asFilter}
    </button>`;
  }

  readonly #searched = (event: Event): void => {
    const search = (event.target as HTMLInputElement).value;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => setQuery({ search }), 200);
  };

  #fire(target: Target): void {
    this.dispatchEvent(new CustomEvent('fm-target', { detail: target }));
  }
}

define('fm-new-job-target', FmNewJobTarget);
