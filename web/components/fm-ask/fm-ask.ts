import { html, nothing, type TemplateResult, css } from 'lit';
import { define, FmElement } from '../../core/element.ts';
import { countText } from '../../core/format.ts';
import { wordsOf } from '../../core/words.ts';
import { decisionOf } from '../fm-dialog/decisionOf.ts';
import '../fm-dialog/fm-dialog.ts';
import '../fm-field/fm-field.ts';

const styles = css`
  ul {
    max-height: 10rem;
    overflow: auto;
  }

  .suggestions button {
    min-height: 1.75rem;
    border-radius: 1rem;
    font-size: var(--fm-size-small);
  }
`;

export interface Question {
  /** A question that names the thing: “Hold packages on web-1?” */
  title: string;
  /** What the action causes. */
  text?: unknown;
  /** Names of the things that the action applies to. */
  items?: readonly string[];
  /** Label of the field; spaces, commas or line breaks separate its words, unless it `isName`. */
  label: string;
  /** What is typed is one name, and the only word. */
  isName?: boolean;
  help?: string;
  /** The words that the field contains at first. */
  words?: readonly string[];
  /** What the reader chooses one of, instead of entering words. */
  choices?: readonly { readonly value: string; readonly label: string }[];
  /** Words that the reader can add by a click. */
  suggestions?: readonly string[];
  /** What is wrong with the words, as a sentence; null: nothing. */
  check(words: readonly string[]): string | null;
  /** The button says what it does: “Hold”. */
  action: string;
}

const ITEMS_SHOWN = 12;
const SUGGESTIONS_SHOWN = 24;

/** The dialog of {@link askWords}. */
export class FmAsk extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    question: { attribute: false },
    open: { type: Boolean },
    text: { state: true },
    problem: { state: true },
  };
  declare question: Question | null;
  declare open: boolean;
  declare text: string;
  declare problem: string | null;

  constructor() {
    super();
    this.question = null;
    this.open = false;
    this.text = '';
    this.problem = null;
  }

  override render(): unknown {
    const { question } = this;
    if (!question) return nothing;
    const { title, text, items = [], label, help = '', action, choices } = question;
    return html`<fm-dialog heading=${title} ?open=${this.open} @fm-close=${() => this.#decide(null)}>
      <form class="stack" id="ask" @submit=${this.#submitted}>
        ${text === undefined ? nothing : html`<p>${text}</p>`} ${items.length > 0 ? list(items) : nothing}
        <fm-field
          autofocus
          required
          name="words"
          kind=${choices ? 'select' : 'text'}
          .options=${choices ?? []}
          label=${label}
          help=${help}
          .value=${this.text}
          .error=${this.problem}
          @fm-input=${({ detail }: CustomEvent<string>) => this.#typed(detail)}
        ></fm-field>
        ${this.#suggestions()}
      </form>
      <button slot="actions" @click=${() => this.#decide(null)}>Cancel</button>
      <button slot="actions" class="primary" @click=${this.#submitted}>${action}</button>
    </fm-dialog>`;
  }

  #suggestions(): unknown {
    const words = wordsOf(this.text);
    const others = (this.question?.suggestions ?? []).filter((one) => !words.includes(one));
    if (others.length === 0) return nothing;
    return html`<div class="row suggestions" role="group" aria-label="Suggestions">
      ${others
        .slice(0, SUGGESTIONS_SHOWN)
        .map(
          (one) =>
            html`<button type="button" @click=${() => this.#typed([...words, one].join(' '))}>
              ${one}
            </button>`,
        )}
    </div>`;
  }

  #typed(text: string): void {
    this.text = text;
    this.problem = null;
  }

  readonly #submitted = (event: Event): void => {
    event.preventDefault();
    const { isName, choices, check } = this.question ?? {};
    const name = this.text.trim();
    const isOne = (isName || choices) && name !== '';
    const words = isOne ? [name] : wordsOf(this.text);
    const missing = choices ? 'Choose one.' : 'Enter at least one.';
    this.problem = words.length === 0 ? missing : (check?.(words) ?? null);
    if (this.problem === null) this.#decide(words);
  };

  #decide(words: readonly string[] | null): void {
    this.open = false;
    this.dispatchEvent(new CustomEvent('fm-decided', { detail: words }));
  }
}

function list(items: readonly string[]): TemplateResult {
  const more = items.length - ITEMS_SHOWN;
  return html`<ul>
    ${items.slice(0, ITEMS_SHOWN).map((item) => html`<li>${item}</li>`)}
    ${more > 0 ? html`<li class="quiet">and ${countText(more)} more</li>` : nothing}
  </ul>`;
}

define('fm-ask', FmAsk);

/** Asks for words (names of packages, tags) before an action uses them; null: the reader cancelled. */
export function askWords(question: Question): Promise<readonly string[] | null> {
  const element = new FmAsk();
  element.question = question;
  element.text = (question.words ?? []).join(' ') || (question.choices?.[0]?.value ?? '');
  return decisionOf<readonly string[] | null>(element, null);
}

declare global {
  interface HTMLElementTagNameMap {
    'fm-ask': FmAsk;
  }
}
