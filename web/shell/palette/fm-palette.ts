import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { explain } from '../../core/errors.ts';
import { plural } from '../../core/format.ts';
import { navigate } from '../../core/router.ts';
import { icon } from '../../icons/icons.ts';
import { styles } from './fm-palette.styles.ts';
import { sourcesFor, type Entry, type PaletteContext, type Source } from './sources.ts';

/** A key a moment after the other is one search. */
const TYPING_MS = 150;

interface Group {
  heading: string;
  entries: readonly Entry[];
}

/**
 * Finds pages, actions, hosts and jobs by what is typed: a combobox with its list (ARIA APG), in a dialog. Fires
 * `fm-closed`. Opened by {@link openPalette}.
 */
export class FmPalette extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    context: { attribute: false },
    groups: { state: true },
    at: { state: true },
    problem: { state: true },
    isLooking: { state: true },
  };
  declare context: PaletteContext | null;
  declare groups: readonly Group[];
  /** The chosen entry, counted over all groups. */
  declare at: number;
  declare problem: unknown;
  declare isLooking: boolean;
  #sources: readonly Source[] = [];
  #typing: ReturnType<typeof setTimeout> | undefined;
  #looking = new AbortController();

  constructor() {
    super();
    this.context = null;
    this.groups = [];
    this.at = 0;
    this.problem = null;
    this.isLooking = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    this.#looking.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('context') || !this.context) return;
    this.#sources = sourcesFor(this.context);
    void this.#find('');
  }

  protected override firstUpdated(): void {
    this.#dialog()?.showModal();
    this.renderRoot.querySelector('input')?.focus();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('at'))
      this.renderRoot.querySelector(`#option-${this.at}`)?.scrollIntoView({ block: 'nearest' });
  }

  override render(): TemplateResult {
    const { length } = this.#entries();
    return html`<dialog aria-label="Find" @close=${this.#closed} @click=${this.#clickedBeside}>
      <div class="field-row">
        ${icon('search')}
        <input
          type="text"
          role="combobox"
          aria-label="Find pages, hosts, jobs and actions"
          aria-expanded=${length > 0 ? 'true' : 'false'}
          aria-controls="results"
          aria-autocomplete="list"
          aria-activedescendant=${length > 0 ? `option-${this.at}` : nothing}
          placeholder="Find pages, hosts, jobs and actions"
          autocomplete="off"
          spellcheck="false"
          maxlength="200"
          @input=${this.#typed}
          @keydown=${this.#pressed}
        />
        <button class="plain square" aria-label="Close" @click=${() => this.#dialog()?.close()}>
          ${icon('close')}
        </button>
      </div>
      <div id="results" role="listbox" aria-label="Results" ?hidden=${length === 0}>${this.#groups()}</div>
      <p class="told" role="status">${this.#told(length)}</p>
    </dialog>`;
  }

  #groups(): unknown {
    let first = 0;
    return this.groups.map(({ heading, entries }, group) => {
      const start = first;
      first += entries.length;
      return html`<div role="group" aria-labelledby="group-${group}">
        <div id="group-${group}" class="heading" role="presentation">${heading}</div>
        ${entries.map((entry, at) => this.#option(entry, start + at))}
      </div>`;
    });
  }

  #option(entry: Entry, at: number): TemplateResult {
    return html`<div
      id="option-${at}"
      role="option"
      aria-selected=${at === this.at ? 'true' : 'false'}
      @pointermove=${() => (this.at = at)}
      @click=${() => this.#take(entry)}
    >
      ${icon(entry.icon)} <span>${entry.label}</span>
      ${entry.detail ? html`<span class="detail quiet small">${entry.detail}</span>` : nothing}
    </div>`;
  }

  #told(count: number): string {
    if (this.problem !== null) return `Hosts and jobs could not be looked for. ${explain(this.problem).what}`;
    if (this.isLooking) return 'Looking for hosts and jobs …';
    return count === 0
      ? 'Nothing is called like that.'
      : `${plural(count, 'result')}. Arrow keys choose, Enter opens.`;
  }

  #entries(): readonly Entry[] {
    return this.groups.flatMap(({ entries }) => entries);
  }

  #typed(event: InputEvent): void {
    void this.#find((event.target as HTMLInputElement).value.trim());
  }

  /** What is known here at once; what the manager knows, once the typing pauses. */
  async #find(typed: string): Promise<void> {
    clearTimeout(this.#typing);
    this.#looking.abort();
    const looking = new AbortController();
    this.#looking = looking;
    this.problem = null;
    this.at = 0;
    const groups: Group[] = [];
    for (const { heading, find, isRemote } of this.#sources)
      if (!isRemote) groups.push({ heading, entries: await find(typed, looking.signal) });
    if (looking.signal.aborted) return;
    this.#show(groups);
    this.isLooking = typed !== '';
    if (!this.isLooking) return;
    this.#typing = setTimeout(() => void this.#findRemote(typed, groups, looking.signal), TYPING_MS);
  }

  async #findRemote(typed: string, groups: readonly Group[], signal: AbortSignal): Promise<void> {
    const remote = this.#sources.filter((source) => source.isRemote);
    const answers = await Promise.allSettled(remote.map((source) => source.find(typed, signal)));
    if (signal.aborted) return;
    const found = answers.map((answer, at) => ({
      heading: remote[at]?.heading ?? '',
      entries: answer.status === 'fulfilled' ? answer.value : [],
    }));
    this.problem = answers.find((answer) => answer.status === 'rejected')?.reason ?? null;
    this.isLooking = false;
    // Those that somebody may have begun to go through stay where they are.
    this.#show([...groups, ...found]);
  }

  #show(groups: readonly Group[]): void {
    this.groups = groups.filter(({ entries }) => entries.length > 0);
  }

  #pressed(event: KeyboardEvent): void {
    const { length } = this.#entries();
    const to: Readonly<Record<string, number>> = {
      ArrowDown: (this.at + 1) % length,
      ArrowUp: (this.at - 1 + length) % length,
      PageDown: Math.min(this.at + 8, length - 1),
      PageUp: Math.max(this.at - 8, 0),
    };
    const next = to[event.key];
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const entry = this.#entries()[this.at];
      if (entry) this.#take(entry);
    } else if (next !== undefined && length > 0) {
      event.preventDefault();
      this.at = next;
    }
  }

  #take({ href, run }: Entry): void {
    this.#dialog()?.close();
    if (href === undefined) run?.();
    else navigate(href);
  }

  #clickedBeside(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.#dialog()?.close();
  }

  #closed(): void {
    this.dispatchEvent(new CustomEvent('fm-closed'));
    this.remove();
  }

  #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }
}

define('fm-palette', FmPalette);

/** Opens it, unless it is open; a second Ctrl-K closes it. */
export function openPalette(context: PaletteContext): void {
  const open = document.querySelector('fm-palette');
  if (open) return open.remove();
  const palette = new FmPalette();
  palette.context = context;
  document.body.append(palette);
}

declare global {
  interface HTMLElementTagNameMap {
    'fm-palette': FmPalette;
  }
}
