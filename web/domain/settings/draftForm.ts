import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { ApiError } from '../../core/apiError.ts';
import { fieldErrors, isAtFields } from '../../core/errors.ts';
import { plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { movedFields, typedSince, type Draft, type Form, type Values } from './draft.ts';
import type { SettingsTest } from './settingsTest.ts';

/** What a form needs from the element that shows it. */
interface Shown<Field extends { name: string }> {
  form(): Form<Field>;
  /** The section of the settings that the field is in. */
  section(field: Field): string;
  /** The values as the manager has them. */
  values(): Values;
  /** The part of the draft that would be sent. */
  body(draft: Draft): Draft;
  /** Field → why it cannot be saved, for those that cannot. */
  problems(draft: Draft): Readonly<Record<string, string | undefined>>;
  /** Saves fields; rejects with what the manager answered. */
  save(body: Draft): Promise<void>;
  /** Moves the focus to a field. */
  focus(name: string): void;
}

const texts = {
  save: 'Save',
  saving: 'Saving …',
  undo: 'Discard changes',
  saved: 'Saved.',
  changed: (count: number): string => `${plural(count, 'change')} not saved.`,
  movedTitle: 'Someone else has saved these settings since.',
  moved: (names: string): string =>
    `Changed since you opened the page: ${names}. Your entries are kept; save again if they are still right.`,
} as const;

/**
 * What was typed into a form of settings and not saved. What somebody else saves meanwhile never takes it away. The
 * element fires `fm-changed` when it begins or ceases to have unsaved changes.
 */
export class DraftForm<Field extends { name: string }> {
  draft: Draft = {};
  /** The fields typed here that somebody else has saved; null: none. */
  moved: readonly Field[] | null = null;
  /** Whether fields say what is wrong with them, because somebody has tried to save. */
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

  /** Forgets what was typed into the field. */
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
    // The button is gone, so the focus moves into the form.
    this.#shown.focus(this.#shown.form().fields[0]?.name ?? '');
  };

  readonly submit = (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    return this.#save();
  };

  async #saveAndTest(test: SettingsTest): Promise<void> {
    test.forget();
    await this.#save();
    if (this.changes === 0 && this.action.problem === null) await test.run();
  }

  async #save(): Promise<void> {
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
      // If no typed field was changed by others, the manager's own sentence says what happened.
      this.moved = moved.length > 0 ? moved : null;
    }
    this.#host.requestUpdate();
    const refused = form().fields.find(({ name }) => this.refusal(name) !== null);
    if (refused) focus(refused.name);
    if (problem !== null) return;
    this.draft = typedSince(this.draft, typed);
    this.isJudged = false;
    this.isSaved = true;
    this.#tell();
  }

  /** Why the manager refused what was sent for the field; null: it did not. */
  refusal(name: string): string | null {
    const field = this.#shown.form().fields.find((one) => one.name === name);
    return field ? (fieldErrors(this.action.problem)[this.#pathOf(field)] ?? null) : null;
  }

  #pathOf(field: Field): string {
    return `${this.#shown.section(field)}/${field.name}`;
  }

  /**
   * What went wrong with the last save, unless somebody else saved (see {@link movedNotice}), or it stands at the fields
   * ({@link refusal}).
   */
  get problemNotice(): unknown {
    const { problem } = this.action;
    const paths = this.#shown.form().fields.map((field) => this.#pathOf(field));
    return this.moved !== null || isAtFields(problem, paths) ? nothing : errorNotice(problem);
  }

  /** A notice about the fields in `moved`, named by `nameOf`; `wayOut` stands beside it. */
  movedNotice(nameOf: (field: Field) => string, wayOut: unknown = nothing): unknown {
    if (this.moved === null) return nothing;
    return html`<div class="notice warn" role="alert">
      <div class="stack tight">
        <div><strong>${texts.movedTitle}</strong> ${texts.moved(this.moved.map(nameOf).join(', '))}</div>
        ${wayOut}
      </div>
    </div>`;
  }

  /** The buttons under the form, and whether it is saved; with a test, also the one that saves and tests. */
  buttons(test: SettingsTest | null = null): TemplateResult {
    const { isBusy } = this.action;
    const { changes } = this;
    return html`<div class="row">
      <button class="primary" ?disabled=${isBusy || changes === 0}>
        ${isBusy ? texts.saving : texts.save}
      </button>
      ${test ? this.#testButton(test) : nothing}
      ${
        changes > 0
          ? html`<button type="button" ?disabled=${isBusy} @click=${this.discard}>${texts.undo}</button>`
          : nothing
      }
      <span role="status" class="small quiet">${this.#status(changes)}</span>
    </div>`;
  }

  #testButton(test: SettingsTest): TemplateResult {
    const { test: alone, saveAndTest, testing } = test.texts;
    return html`<button
      type="button"
      ?disabled=${this.action.isBusy || test.isBusy}
      @click=${() => this.#saveAndTest(test)}
    >
      ${test.isBusy ? testing : this.changes > 0 ? saveAndTest : alone}
    </button>`;
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
