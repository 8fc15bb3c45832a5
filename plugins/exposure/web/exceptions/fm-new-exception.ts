import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '#web/components/fm-dialog/fm-dialog.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { Schemas } from '#web/core/schema.ts';
import { readHost } from '#web/domain/host/changes.ts';
import { icon } from '#web/icons/icons.ts';
import {
  endOf,
  firstDay,
  isPackageName,
  lastDay,
  problemsOf,
  usualDay,
  type Draft,
  type DraftField,
} from './draft.ts';
import { texts } from './texts.ts';

type Host = Schemas['Host'];

const TYPING_MS = 250;
const MOST_SHOWN = 20;

/**
 * The dialog that excepts a held package of a host, with a reason and an end. `hostId` and `package` are filled in where
 * another page named them. Events: `fm-made` (the exception), `fm-close`.
 */
export class FmNewException extends FmElement {
  static override properties = {
    open: { type: Boolean },
    hostId: {},
    package: {},
    draft: { state: true },
    hosts: { state: true },
    held: { state: true },
    isChecked: { state: true },
    hostProblem: { state: true },
  };
  declare open: boolean;
  declare hostId: string | null;
  declare package: string | null;
  declare draft: Draft;
  /** Hosts that fit the typed name. */
  declare hosts: readonly Host[];
  /** Held packages with a pending patch on the named host; null: no host is named, or they could not be read. */
  declare held: readonly string[] | null;
  declare isChecked: boolean;
  declare hostProblem: string | null;
  readonly #action = new Action(this);
  #typing: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor() {
    super();
    this.open = false;
    this.hostId = this.package = null;
    this.#begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('open') || !this.open) return;
    this.#begin();
    this.#action.problem = null;
    if (this.hostId !== null) void this.#fill(this.hostId);
  }

  #begin(): void {
    this.draft = { host: '', package: this.package ?? '', reason: '', end: usualDay(new Date()) };
    this.hosts = [];
    this.held = null;
    this.isChecked = false;
    this.hostProblem = null;
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    return html`<fm-dialog
      heading=${texts.add}
      ?open=${this.open}
      ?locked=${isBusy}
      @fm-close=${() => this.dispatchEvent(new CustomEvent('fm-close'))}
    >
      <form class="stack" novalidate @submit=${this.#submitted}>
        ${this.#fields()} ${this.#notHeld()}
        <p class="quiet small">${texts.replaces}</p>
        ${errorNotice(problem)}
      </form>
      <button
        slot="actions"
        ?disabled=${isBusy}
        @click=${() => this.dispatchEvent(new CustomEvent('fm-close'))}
      >
        Cancel
      </button>
      <button slot="actions" class="primary" ?disabled=${isBusy} @click=${this.#submitted}>
        ${isBusy ? 'Saving …' : 'Add exception'}
      </button>
    </fm-dialog>`;
  }

  #fields(): TemplateResult {
    const problems = this.isChecked ? problemsOf(this.draft, new Date()) : {};
    const now = new Date();
    return html`${this.#field('host', 'Host', texts.hostHelp, problems.host ?? this.hostProblem, {
      list: this.hosts.map(({ fqdn }) => fqdn),
    })}
    ${this.#field('package', 'Package', texts.packageHelp, problems.package, { list: this.held ?? [] })}
    ${this.#field('reason', 'Reason', texts.reasonHelp, problems.reason, {})}
    ${this.#field('end', 'Expires', texts.endHelp, problems.end, { type: 'date', min: firstDay(now), max: lastDay(now) })}`;
  }

  #field(
    name: DraftField,
    label: string,
    help: string,
    problem: string | null | undefined,
    { list, ...more }: { list?: readonly string[]; type?: string; min?: string; max?: string },
  ): TemplateResult {
    return html`<div class="field">
      <label for=${name}>${label}</label>
      <input
        id=${name}
        name=${name}
        type=${(more.type ?? 'text') as 'text'}
        min=${more.min ?? nothing}
        max=${more.max ?? nothing}
        maxlength=${name === 'reason' ? 500 : 256}
        list=${list ? `${name}s` : nothing}
        autocomplete="off"
        autocapitalize="none"
        spellcheck=${name === 'reason' ? 'true' : 'false'}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby="${name}-help ${name}-problem"
        .value=${this.draft[name]}
        ?autofocus=${name === (this.hostId === null ? 'host' : 'reason')}
        @input=${({ target }: Event) => this.#typed(name, (target as HTMLInputElement).value)}
      />
      ${list ? html`<datalist id="${name}s">${list.map((one) => html`<option value=${one}></option>`)}</datalist>` : nothing}
      <span class="hint" id="${name}-help">${help}</span>
      <span class="problem" id="${name}-problem" role="alert" ?hidden=${!problem}
        >${problem ? html`${icon('error')} ${problem}` : nothing}</span
      >
    </div>`;
  }

  #notHeld(): unknown {
    const name = this.draft.package.trim();
    if (this.held === null || name === '' || this.held.includes(name)) return nothing;
    return html`<p class="notice" role="status">${icon('info')} <span>${texts.notHeld}</span></p>`;
  }

  #typed(name: DraftField, value: string): void {
    this.draft = { ...this.draft, [name]: value };
    if (name !== 'host') return;
    this.hostProblem = null;
    this.held = null;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#look(value), TYPING_MS);
  }

  /** Offers hosts of that name, and the packages that are held on the host that is meant. */
  async #look(text: string): Promise<void> {
    const asked = ++this.#asked;
    try {
      const hosts = await findHosts(text);
      if (asked !== this.#asked) return;
      this.hosts = hosts;
      const [host, ...others] = meant(hosts, text);
      if (!host || others.length > 0) return;
      const held = await heldOn(host.id);
      if (asked === this.#asked) this.held = held;
    } catch {
      // The offers are only a help: sending the form tells what is wrong.
    }
  }

  async #fill(id: string): Promise<void> {
    await this.#action.run(async () => {
      const host = await readHost(id);
      this.draft = { ...this.draft, host: host.fqdn };
      await this.#look(host.fqdn);
    });
  }

  readonly #submitted = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    this.isChecked = true;
    const { draft } = this;
    const end = endOf(draft.end, new Date());
    if (Object.keys(problemsOf(draft, new Date())).length > 0 || !end) return;
    await this.#action.run(async () => {
      const [host, ...others] = meant(await findHosts(draft.host), draft.host);
      this.hostProblem = host ? (others.length > 0 ? texts.severalHosts : null) : texts.noHost;
      if (!host || this.hostProblem !== null) return;
      const body = {
        host_id: host.id,
        package: draft.package.trim(),
        reason: draft.reason.trim(),
        expires_at: end.toISOString(),
      };
      const made = await must(api.POST('/api/v1/exposure/exceptions', { body }));
      this.dispatchEvent(new CustomEvent('fm-made', { detail: made }));
    });
  };
}

async function findHosts(text: string): Promise<readonly Host[]> {
  const search = text.trim().slice(0, 253);
  if (search === '') return [];
  const query = { search, limit: MOST_SHOWN };
  return (await must(api.GET('/api/v1/hosts', { params: { query } }))).hosts;
}

/** A full name belongs to one host; a display name may belong to several. */
function meant(hosts: readonly Host[], text: string): readonly Host[] {
  const name = text.trim().toLowerCase();
  const byFqdn = hosts.filter(({ fqdn }) => fqdn.toLowerCase() === name);
  return byFqdn.length > 0 ? byFqdn : hosts.filter(({ display_name: own }) => own?.toLowerCase() === name);
}

async function heldOn(hostId: string): Promise<string[]> {
  const query = { host_id: hostId, held: true, limit: 500 };
  const { patches } = await must(api.GET('/api/v1/exposure/patches', { params: { query } }));
  return [...new Set(patches.map((one) => one.package))].filter(isPackageName);
}

define('fm-new-exception', FmNewException);
