import { Task } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult, css } from 'lit';
import { Action } from '../../core/action.ts';
import { api, ApiError, must } from '../../core/api.ts';
import { chosenHosts } from '../../domain/host/chosenHosts.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import { errorNotice, renderTask } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import { define, FmPage } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { setQuery } from '../../core/query.ts';
import { onward } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { startOnce } from '../../core/edits.ts';
import { absoluteTime } from '../../core/time.ts';
import {
  isPlanned,
  names,
  namesPackages,
  NO_WISHES,
  readWishes,
  requestOf,
  type Wishes,
} from '../../domain/job/wishes.ts';
import { waveFields, wavesOver } from '../../domain/job/waveFields.ts';
import { operationFields, optionFields } from '../../domain/job/wishFields.ts';
import { wishStyles } from '../../domain/job/wishFields.styles.ts';
import { OPERATION_TEXTS } from '../../domain/job/wishTexts.ts';
import { hostColumns, readHosts, readSome } from './hostChoice.ts';
import { CONFIRMED, CONSEQUENCES, directText, PLANNED } from './texts.ts';
import { momentOf, zoneName } from '../../domain/job/moments.ts';
import { waveProblem, type PreviewHost } from '../../domain/job/wavePreview.ts';

const styles = css`
  .filters {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    align-items: end;
    gap: var(--fm-space-3);
  }

  fm-table {
    --fm-table-height: 22rem;
  }
`;

/** Chooses hosts and what a job does to them: planned and approved where it can be, confirmed by name where not. */
export class FmPageNewJob extends FmPage {
  static override styles = [FmPage.styles, wishStyles, styles];
  static override properties = {
    chosen: { state: true },
    wishes: { state: true },
    startAt: { state: true },
  };
  /** Ids of hosts, also of those that the search hides. */
  declare chosen: ReadonlySet<string>;
  declare wishes: Wishes;
  /** The start as it is typed, in the zone of the browser; '' is at once. */
  declare startAt: string;
  readonly #action = new Action(this);
  readonly #known = new Map<string, PreviewHost>();
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.chosen = new Set();
    this.wishes = NO_WISHES;
    this.startAt = '';
  }

  readonly #hosts = new Task(this, {
    task: async ([search, security], { signal }) => {
      const hosts = await readHosts(search, security, signal);
      hosts.forEach(this.#know);
      return hosts;
    },
    args: () => [this.query.get('search') ?? '', this.query.get('security') === '1'] as const,
  });

  /** Takes what another page chose: `?host=…` (any number) or `?hosts=key`, and the wishes in the query. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('query') || changed.get('query')?.size) return;
    if (this.chosen.size === 0) this.chosen = new Set(chosenHosts(this.query) ?? []);
    this.wishes = readWishes(this.query);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  override render(): TemplateResult {
    const { operation } = this.wishes;
    const missing = this.#missing();
    return html`<form class="page" @submit=${this.#submit}>
      <fm-page-header heading="New job" .crumbs=${[{ label: 'Jobs', href: '/jobs' }]}>
        ${isPlanned(operation) ? PLANNED : CONFIRMED}
      </fm-page-header>
      <section class="card stack" aria-label="Action">
        <h2>Action</h2>
        ${operationFields(this.wishes, this.#change)}
        <p class="quiet small">${OPERATION_TEXTS[operation][1]}</p>
        ${optionFields(this.wishes, this.#change, this.#nameAndStart())}
      </section>
      <section class="card stack" aria-label="Hosts">
        <h2>Hosts</h2>
        ${this.#lostChoice()} ${this.#filters()} ${this.#hostList()}
      </section>
      <section class="card stack" aria-label="Waves">
        <h2>Waves</h2>
        ${waveFields(this.wishes, wavesOver(this.wishes.waves, this.#chosenHosts()), this.#change)}
      </section>
      ${errorNotice(this.#action.problem)} ${this.#planInstead()}
      <p class="row">
        <button
          class=${operation === 'reboot' ? 'danger' : 'primary'}
          ?disabled=${this.#action.isBusy || missing !== null}
        >
          ${directText(operation, this.chosen.size)}
        </button>
        ${missing === null ? nothing : html`<span class="quiet">${missing}</span>`}
      </p>
    </form>`;
  }

  readonly #change = (part: Partial<Wishes>): void => {
    this.wishes = { ...this.wishes, ...part };
  };

  #nameAndStart(): TemplateResult {
    const { operation, name } = this.wishes;
    return html`<label class="field"
        >Job name (optional)
        <input
          maxlength="200"
          autocomplete="off"
          .value=${name}
          @input=${(event: Event) => this.#change({ name: valueOf(event) })}
        />
      </label>
      <label class="field"
        >Start (optional)
        <input
          type="datetime-local"
          .value=${this.startAt}
          @input=${(event: Event) => (this.startAt = valueOf(event))}
        />
        <span class="hint"
          >${isPlanned(operation) ? 'When the approved job starts. ' : ''}Time zone: ${zoneName()}</span
        >
      </label>`;
  }

  readonly #know = (host: Schemas['Host']): void => {
    this.#known.set(host.id, { name: hostName(host), fqdn: host.fqdn, tags: host.tags });
  };

  /**
   * Reads the names of chosen hosts: another page chose them, and this one may not have read them, or its filter hides
   * them.
   */
  async #readNames(): Promise<void> {
    await this.#hosts.taskComplete.catch(() => undefined);
    const unknown = [...this.chosen].filter((id) => !this.#known.has(id));
    (await readSome(unknown)).forEach(this.#know);
  }

  /** The names of the chosen hosts; those that could not be read are named by their ids, at the end. */
  #namesOfChosen(): string[] {
    const ids = [...this.chosen].filter((id) => !this.#known.has(id));
    const known = [...this.chosen].flatMap((id) => this.#known.get(id)?.name ?? []);
    return [...known.sort(), ...ids.sort()];
  }

  /** The chosen hosts; those that no search has shown here yet have their ids alone. */
  #chosenHosts(): PreviewHost[] {
    return [...this.chosen].map((id) => this.#known.get(id) ?? { name: id, fqdn: id, tags: [] });
  }

  /** Tells that `?hosts=key` was opened where the key is unknown: elsewhere, or after the tab was closed. */
  #lostChoice(): TemplateResult | typeof nothing {
    if (chosenHosts(this.query) !== null || this.chosen.size > 0) return nothing;
    return html`<p class="notice" role="status">
      The host selection is not available in this tab. Select the hosts again.
    </p>`;
  }

  #filters(): TemplateResult {
    return html`<div class="filters">
      <label class="field"
        >Search
        <input
          type="search"
          placeholder="Name, address or machine id"
          .value=${this.query.get('search') ?? ''}
          @input=${this.#searched}
          @keydown=${keepFromSubmitting}
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

  #hostList(): unknown {
    return renderTask(this.#hosts, {
      what: 'hosts',
      isEmpty: (hosts) => hosts.length === 0,
      empty: () =>
        html`<fm-state kind="empty" heading="No hosts match.">
          Change the search, or enroll a host.
        </fm-state>`,
      complete: (hosts) =>
        html`<p class="quiet small" role="status">
            ${plural(this.chosen.size, 'host')} selected, ${hosts.length} shown
          </p>
          <fm-table
            label="Hosts to select"
            .rows=${hosts}
            .columns=${hostColumns}
            .selected=${this.chosen}
            .total=${hosts.length}
            @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.chosen = detail)}
          ></fm-table>`,
    });
  }

  #searched(event: Event): void {
    const search = (event.target as HTMLInputElement).value;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => setQuery({ search }), 200);
  }

  /** Why the job cannot be made yet; null: it can. */
  #missing(): string | null {
    if (namesPackages(this.wishes) && names(this.wishes.packages).length === 0)
      return 'Enter a package first.';
    if (this.chosen.size === 0) return 'Select a host first.';
    return waveProblem(this.wishes.waves, this.chosen.size);
  }

  /**
   * Offers a plan instead: where a rule asks for a second person, a job is planned first, and its plan asks for one.
   */
  #planInstead(): unknown {
    const { problem } = this.#action;
    if (!(problem instanceof ApiError) || problem.code !== 'APPROVAL_REQUIRED') return nothing;
    return html`<button
      class="primary"
      ?disabled=${this.#action.isBusy}
      @click=${(event: Event) => void this.#submit(event, true)}
    >
      Plan and request approval
    </button>`;
  }

  async #submit(event: Event, isPlan = false): Promise<void> {
    event.preventDefault();
    if (this.#missing() !== null || this.#action.isBusy) return;
    await this.#action.run(async () => {
      const at = momentOf(this.startAt);
      if (!isPlan && !(await this.#isSure(at))) return;
      const { schedule_at: start, ...wanted } = requestOf(this.wishes, [...this.chosen], at);
      const body = {
        ...wanted,
        ...(isPlan ? { dry_run: true } : start === undefined ? {} : { schedule_at: start }),
      };
      const go = onward();
      const job = await startOnce(['/jobs', body], (header) =>
        must(api.POST('/api/v1/jobs', { params: { header }, body })),
      );
      go(hrefOf(job, at));
    });
  }

  /** Asks before the job is made; a plan changes nothing, so it needs no question. */
  async #isSure(at: Date | null): Promise<boolean> {
    const { operation, packages } = this.wishes;
    if (isPlanned(operation)) return true;
    const named = namesPackages(this.wishes) ? `${names(packages).map(safeName).join(', ')}. ` : '';
    const start = at === null ? '' : ` Start: ${absoluteTime(at)}.`;
    await this.#readNames();
    return confirmAction({
      title: `${directText(operation, this.chosen.size)}?`,
      text: `${named}${CONSEQUENCES[operation] ?? ''}${start}`,
      items: this.#namesOfChosen(),
      action: directText(operation, this.chosen.size),
      tone: operation === 'reboot' ? 'danger' : 'primary',
    });
  }
}

const valueOf = ({ target }: Event): string => (target as HTMLInputElement).value;

/** The address of the job. The start of a plan's run goes to the approval, which can change it. */
function hrefOf({ id, dry_run: isPlan }: Schemas['Job'], at: Date | null): string {
  return isPlan && at !== null ? `/jobs/${id}?at=${encodeURIComponent(at.toISOString())}` : `/jobs/${id}`;
}

/** Enter in the search looks for hosts; only the button makes the job. */
function keepFromSubmitting(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

define('fm-page-new-job', FmPageNewJob);
