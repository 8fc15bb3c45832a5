import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { ApiError } from '../../core/apiError.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { movedFields, typedSince, type Draft, type Form, type Values } from './draft.ts';

/** What a form asks of the element that shows it, whenever it needs it. */
interface Shown<Field extends { name: string }> {
  form(): Form<Field>;
  /** As the manager has them. */
  values(): Values;
  /** What would be sent of it. */
  body(draft: Draft): Draft;
  /** Field → why it cannot be saved, for those that cannot. */
  problems(draft: Draft): Readonly<Record<string, string | undefined>>;
  /** Saves fields; rejects with what the manager answered. */
  save(body: Draft): Promise<void>;
  /** Puts the keyboard into a field. */
  focus(name: string): void;
}

const texts = {
  save: 'Save',
  saving: 'Saving …',
  undo: 'Undo my changes',
  saved: 'Saved.',
  changed: (count: number): string => `${plural(count, 'change')} not saved.`,
  movedTitle: 'Somebody else has saved these settings meanwhile.',
  moved: (names: string): string =>
    `Changed since you opened the page: ${names}. Your own entries stand as you typed them; save again if they are still right.`,
} as const;

/**
 * What was typed into a form of settings and not saved. What somebody else saves meanwhile never takes it away. The
 * element fires `fm-changed` when something is, or is no more, unsaved.
 */
export class DraftForm<Field extends { name: string }> {
  draft: Draft = {};
  /** What somebody else saved of what was typed here; null: nothing. */
  moved: readonly Field[] | null = null;
  /** Fields say what is wrong with them: somebody has tried to save. */
  isJudged = false;
  isSaved = false;
  readonly action: Action;
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #shown: Shown<Field>;

  constructor(host: ReactiveControllerHost & EventTarget, shown: Shown<Field>) {
    this.#host = host;
    this.#shown = shown;
    this.action = new Action(host);
  }

  /** How many fields differ from what is saved. */
  get changes(): number {
    return Object.keys(this.#shown.body(this.draft)).length;
  }

  type(change: Draft): void {
    this.draft = { ...this.draft, ...change };
    this.isSaved = false;
    this.#tell();
  }

  /** As if nothing had been typed into the field. */
  forget(name: string): void {
    this.draft = Object.fromEntries(Object.entries(this.draft).filter(([one]) => one !== name));
    this.#tell();
  }

  readonly discard = (): void => {
    this.draft = {};
    this.moved = null;
    this.isJudged = false;
    this.action.forget();
    this.#tell();
    // The button is gone; the keyboard goes on in the form.
    this.#shown.focus(this.#shown.form().fields[0]?.name ?? '');
  };

  readonly submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { form, values, body, problems, save, focus } = this.#shown;
    const sent = body(this.draft);
    if (this.action.isBusy || Object.keys(sent).length === 0) return;
    this.isJudged = true;
    this.#host.requestUpdate();
    const [wrong] = Object.keys(problems(this.draft));
    if (wrong !== undefined) return focus(wrong);
    const [before, typed] = [values(), this.draft];
    this.moved = null;
    await this.action.run(() => save(sent));
    await this.#host.updateComplete;
    const { problem } = this.action;
    if (problem instanceof ApiError && problem.code === 'PRECONDITION_FAILED') {
      const moved = movedFields(form(), before, values()).filter(({ name }) => name in sent);
      // Where it was none of these, the manager's own sentence says what happened.
      this.moved = moved.length > 0 ? moved : null;
    }
    this.#host.requestUpdate();
    if (problem !== null) return;
    this.draft = typedSince(this.draft, typed);
    this.isJudged = false;
    this.isSaved = true;
    this.#tell();
  };

  /** What went wrong with the last saving, unless it is that somebody else saved: see {@link movedNotice}. */
  get problemNotice(): unknown {
    return this.moved === null ? errorNotice(this.action.problem) : nothing;
  }

  /** Of the fields in `moved`, told by `nameOf`; with a way out of their own beside them. */
  movedNotice(nameOf: (field: Field) => string, wayOut: unknown = nothing): unknown {
    if (this.moved === null) return nothing;
    return html`<div class="notice warn" role="alert">
      <div class="stack tight">
        <div><strong>${texts.movedTitle}</strong> ${texts.moved(this.moved.map(nameOf).join(', '))}</div>
        ${wayOut}
      </div>
    </div>`;
  }

  /** The buttons under the form, and how it stands. */
  get buttons(): TemplateResult {
    const { isBusy } = this.action;
    const { changes } = this;
    return html`<div class="row">
      <button class="primary" ?disabled=${isBusy || changes === 0}>
        ${isBusy ? texts.saving : texts.save}
      </button>
      ${
        changes > 0
          ? html`<button type="button" ?disabled=${isBusy} @click=${this.discard}>${texts.undo}</button>`
          : nothing
      }
      <span role="status" class="small quiet">${this.#status(changes)}</span>
    </div>`;
  }

  #status(changes: number): unknown {
    if (changes > 0) return texts.changed(changes);
    return this.isSaved ? html`${icon('check')} ${texts.saved}` : nothing;
  }

  #tell(): void {
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new CustomEvent('fm-changed'));
  }
}
