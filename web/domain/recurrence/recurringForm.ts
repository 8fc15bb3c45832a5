import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { ApiError } from '../../core/apiError.ts';
import { AskToStay } from '../../core/unsaved.ts';
import { FmElement } from '../../core/element.ts';
import { safeName } from '../../core/safeText.ts';
import { icon } from '../../icons/icons.ts';
import type { FmRecurrence } from './fm-recurrence.ts';
import {
  recurrenceFieldOf,
  type Recurrence,
  type RecurrenceFaults,
  type RecurrenceField,
} from './recurrence.ts';

/** What repeats, as the manager stores it. */
interface AnyKept {
  id: string;
  edited_by: { username: string };
}

interface AnyDraft {
  starts: Recurrence;
}

interface AnyFaults {
  starts?: RecurrenceFaults;
}

interface Words {
  /** The manager's error code when it was deleted. */
  goneCode: string;
  gone: string;
  moved(who: string): string;
}

/**
 * The form of something that repeats, new or existing: a policy, a schedule. What was typed stays whatever the manager
 * answers, and the browser asks before the page is left. Fires `fm-saved` (as it is stored now) and `fm-cancel`.
 */
export abstract class RecurringForm<
  Kept extends AnyKept,
  Draft extends AnyDraft,
  Faults extends AnyFaults,
> extends FmElement {
  static override properties: Record<string, object> = {
    draft: { state: true },
    faults: { state: true },
    conflict: { state: true },
  };
  declare draft: Draft;
  /** What is wrong, by field. */
  declare faults: Faults;
  /** Says who saved first, or that it was deleted; null: neither. */
  declare conflict: string | null;
  protected readonly action = new Action(this);
  /** The stored value that the form began with, or null for a new one; undefined: it has not begun. */
  protected from: Kept | null | undefined;
  /** The value that the page handed over last. */
  #handed: Kept | null | undefined;
  #begun = '';
  #isLeft = false;

  constructor() {
    super();
    this.draft = this.draftFor(null, new Date(), ownZone());
    this.faults = {} as Faults;
    this.conflict = null;
    new AskToStay(this, () => !this.#isLeft && JSON.stringify(this.draft) !== this.#begun);
  }

  protected abstract readonly words: Words;
  /**
   * What was handed to the form; null: it is for a new one. Read once: later values do not disturb the person who
   * types.
   */
  protected abstract kept(): Kept | null;
  protected abstract draftFor(kept: Kept | null, now: Date, timezone: string): Draft;
  protected abstract faultsIn(draft: Draft): Faults;
  /** Saves the draft; `from` null: as a new one. */
  protected abstract written(from: Kept | null): Promise<Kept>;
  /** Reads it again; null: it was deleted. */
  protected abstract readAgain(id: string): Promise<Kept | null>;
  /** Marks the refused field; false: the error is about no field. */
  protected abstract marked(error: ApiError): boolean;

  protected override willUpdate(_changed: PropertyValues): void {
    const kept = this.kept();
    const isOther = kept !== this.#handed && (this.from === undefined || this.from?.id !== kept?.id);
    this.#handed = kept;
    if (isOther) this.#begin(kept);
  }

  #begin(kept: Kept | null): void {
    this.from = kept;
    this.draft = this.draftFor(kept, new Date(), ownZone());
    this.#begun = JSON.stringify(this.draft);
    this.faults = {} as Faults;
    this.conflict = null;
    this.action.forget();
  }

  /** The end of the form: what went wrong, and the buttons. */
  protected foot(save: string): TemplateResult {
    const { isBusy, problem } = this.action;
    return html`${this.conflict === null ? nothing : this.#told(this.conflict)}
      ${problem === null ? nothing : html`<div role="alert">${errorNotice(problem)}</div>`}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>${isBusy ? 'Saving …' : save}</button>
        <button type="button" @click=${this.#cancel}>Cancel</button>
      </div>`;
  }

  #told(conflict: string): TemplateResult {
    const { from } = this;
    return html`<div class="notice warn" role="alert">
      ${icon('warning')}
      <div class="stack tight">
        <span>${conflict}</span>
        ${
          from
            ? html`<div class="row">
                <button type="button" @click=${() => this.#begin(from)}>Show saved version</button>
              </div>`
            : nothing
        }
      </div>
    </div>`;
  }

  /** Changes the draft, and clears the fault of the field `fault`. */
  protected set(change: Partial<Draft>, fault?: keyof Faults): void {
    this.draft = { ...this.draft, ...change };
    if (fault && this.faults[fault]) this.faults = { ...this.faults, [fault]: undefined };
  }

  /** Changes the recurrence. */
  protected recur(change: Partial<Recurrence>): void {
    const wrong = Object.entries(this.faults.starts ?? {}).filter(([field]) => !(field in change));
    this.faults = { ...this.faults, starts: Object.fromEntries(wrong) };
    this.draft = { ...this.draft, starts: { ...this.draft.starts, ...change } };
  }

  /** Shows the manager's refusal of the recurrence at the field that it is about. */
  protected refused(message: string): void {
    this.faults = { ...this.faults, starts: { [recurrenceFieldOf(message, this.draft.starts)]: message } };
  }

  readonly #cancel = (): void => {
    this.#isLeft = true;
    this.dispatchEvent(new Event('fm-cancel'));
  };

  protected readonly submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.action.isBusy) return;
    this.faults = this.faultsIn(this.draft);
    if (Object.keys(this.faults).length > 0) return this.#focusFault();
    this.conflict = null;
    await this.action.run(() => this.#save());
  };

  async #save(): Promise<void> {
    const from = this.from ?? null;
    try {
      const detail = await this.written(from);
      this.#isLeft = true;
      this.dispatchEvent(new CustomEvent('fm-saved', { detail }));
    } catch (error) {
      if (!(error instanceof ApiError) || !this.isConnected) throw error;
      if (error.code === 'PRECONDITION_FAILED' && from) await this.#overtaken(from);
      else if (error.code === this.words.goneCode && from) this.#gone();
      else if (this.marked(error)) this.#focusFault();
      else throw error;
    }
  }

  /** Keeps what was typed; the next save names the current version. */
  async #overtaken({ id }: Kept): Promise<void> {
    const now = await this.readAgain(id);
    if (!now) return this.#gone();
    this.from = now;
    this.conflict = this.words.moved(safeName(now.edited_by.username));
  }

  #gone(): void {
    this.from = null;
    this.conflict = this.words.gone;
  }

  #focusFault(): void {
    void this.updateComplete.then(() => {
      const [name = '', fault] = Object.entries(this.faults).find(([, one]) => one !== undefined) ?? [];
      if (name !== 'starts') return this.fieldOf(name)?.focus();
      const [field] = Object.keys(fault as object);
      this.renderRoot.querySelector<FmRecurrence>('fm-recurrence')?.focusField(field as RecurrenceField);
    });
  }

  protected fieldOf(name: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`[name="${name}"]`);
  }
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
