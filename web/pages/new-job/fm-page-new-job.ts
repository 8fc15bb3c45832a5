import { Task } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { api, ApiError, idempotencyKey, must } from '../../core/api.ts';
import { chosenHosts } from '../../domain/host/chosenHosts.ts';
import { errorNotice, renderTask } from '../../components/fm-state/renderTask.ts';
import '../../components/fm-table/fm-table.ts';
import { define, FmPage } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import { setQuery } from '../../core/query.ts';
import { navigate } from '../../core/router.ts';
import type { Schemas } from '../../core/schema.ts';
import { REBOOT_POLICIES } from '../../domain/job/text.ts';
import { styles } from './fm-page-new-job.styles.ts';
import { hostColumns, packageNames, readHosts } from './hostChoice.ts';

type Mode = Schemas['JobMode'];
const MODES: readonly (readonly [Mode, string])[] = [
  ['security', 'Security patches'],
  ['all', 'All patches'],
  ['selected', 'Only these packages'],
];

/** Chooses hosts and patches, and has them planned: nothing changes before the plan is approved. */
export class FmPageNewJob extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = {
    chosen: { state: true },
    mode: { state: true },
    packages: { state: true },
  };
  /** Ids of hosts, also of those that the search hides. */
  declare chosen: ReadonlySet<string>;
  declare mode: Mode;
  declare packages: string;
  readonly #action = new Action(this);
  #key = idempotencyKey();
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.chosen = new Set();
    this.mode = 'security';
    this.packages = '';
  }

  readonly #hosts = new Task(this, {
    task: async ([search, security], { signal }) => readHosts(search, security, signal),
    args: () => [this.query.get('search') ?? '', this.query.get('security') === '1'] as const,
  });

  /** `?host=…` (any number) or `?hosts=key`, `?package=…`: what another page chose already. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('query') || changed.get('query')?.size) return;
    if (this.chosen.size === 0) this.chosen = new Set(chosenHosts(this.query) ?? []);
    const names = this.query.getAll('package');
    if (names.length === 0 || this.packages !== '') return;
    this.packages = names.join(' ');
    this.mode = 'selected';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  override render(): TemplateResult {
    return html`<form class="page" @submit=${this.#submit}>
      <div class="page-header">
        <div>
          <h1>New job</h1>
          <p>First a plan is made, which you see and approve; nothing changes before.</p>
        </div>
      </div>
      <section class="card stack" aria-label="Hosts">
        <h2>Hosts</h2>
        ${this.#lostChoice()} ${this.#filters()} ${this.#hostList()}
      </section>
      <section class="card stack" aria-label="What to do">
        <h2>What to do</h2>
        ${this.#modes()} ${this.mode === 'selected' ? this.#packageField() : nothing} ${this.#options()}
      </section>
      ${errorNotice(this.#action.problem)}
      <p class="row">
        <button class="primary" ?disabled=${this.#action.isBusy || !this.#isComplete()}>
          Plan for ${plural(this.chosen.size, 'host')}
        </button>
        ${this.#isComplete() ? nothing : html`<span class="quiet">${this.#missing()}</span>`}
      </p>
    </form>`;
  }

  /** An address with `?hosts=key` was opened where nobody knows the key: elsewhere, or after the tab was closed. */
  #lostChoice(): TemplateResult | typeof nothing {
    if (chosenHosts(this.query) !== null || this.chosen.size > 0) return nothing;
    return html`<p class="notice" role="status">
      Which hosts were chosen is known only to the tab in which they were chosen. Choose them again here.
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
        html`<fm-state kind="empty" heading="No host fits.">
          Change the search, or enroll a host first.
        </fm-state>`,
      complete: (hosts) =>
        html`<p class="quiet small" role="status">
            ${plural(this.chosen.size, 'host')} chosen, ${hosts.length} shown
          </p>
          <fm-table
            label="Hosts to choose from"
            .rows=${hosts}
            .columns=${hostColumns}
            .selected=${this.chosen}
            .total=${hosts.length}
            @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.chosen = detail)}
          ></fm-table>`,
    });
  }

  #modes(): TemplateResult {
    return html`<fieldset>
      <legend>Patches</legend>
      ${MODES.map(
        ([value, label]) =>
          html`<label class="choice">
            <input
              type="radio"
              name="mode"
              value=${value}
              .checked=${this.mode === value}
              @change=${() => (this.mode = value)}
            />
            ${label}
          </label>`,
      )}
    </fieldset>`;
  }

  #packageField(): TemplateResult {
    return html`<label class="field"
      >Packages
      <textarea
        rows="2"
        spellcheck="false"
        .value=${this.packages}
        @input=${(event: Event) => (this.packages = (event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <span class="hint">Names, apart by spaces or commas</span>
    </label>`;
  }

  #options(): TemplateResult {
    return html`<div class="options">
      <label class="field"
        >Name of the job (optional)
        <input name="name" maxlength="200" autocomplete="off" />
      </label>
      <label class="field"
        >Reboot afterwards
        <select name="reboot">
          ${REBOOT_POLICIES.map(([value, label]) => html`<option value=${value}>${label}</option>`)}
        </select>
      </label>
      <label class="choice"><input type="checkbox" name="rollback" /> Roll a host back if it fails</label>
    </div>`;
  }

  #searched(event: Event): void {
    const search = (event.target as HTMLInputElement).value;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => setQuery({ search }), 200);
  }

  #isComplete(): boolean {
    return this.chosen.size > 0 && (this.mode !== 'selected' || packageNames(this.packages).length > 0);
  }

  #missing(): string {
    return this.chosen.size === 0 ? 'Choose a host first.' : 'Name a package first.';
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    await this.#action.run(async () => {
      const body = this.#request(form);
      const job = await must(api.POST('/api/v1/jobs', { params: { header: this.#key }, body }));
      navigate(`/jobs/${job.id}`);
    });
    const { problem } = this.#action;
    if (!(problem instanceof ApiError) || problem.status !== 0) this.#key = idempotencyKey();
  }

  /** A plan restarts nothing and goes back nowhere: these two are kept for its run. */
  #request(form: FormData): Schemas['CreateJobRequest'] {
    const name = String(form.get('name') ?? '').trim();
    const packages = packageNames(this.packages).map((each) => ({ name: each }));
    return {
      operation: 'patch',
      mode: this.mode,
      dry_run: true,
      target: { host_ids: [...this.chosen] },
      reboot: form.get('reboot') as Schemas['RebootPolicy'],
      rollback_on_failure: form.get('rollback') !== null,
      ...(name === '' ? {} : { name }),
      ...(this.mode === 'selected' ? { packages } : {}),
    };
  }
}

define('fm-page-new-job', FmPageNewJob);
