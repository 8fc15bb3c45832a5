import type { ReactiveControllerHost } from 'lit';
import { html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { testNotice } from '../../components/fm-state/testNotice.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import type { Schemas } from '../../core/schema.ts';

type Result = Schemas['TestResult'];

interface Tested {
  call(): Promise<Result>;
  texts: {
    /** The button, while nothing is unsaved. */
    test: string;
    /** The button, while something is. */
    saveAndTest: string;
    testing: string;
    testOk: string;
    testFailed: string;
  };
}

/** A test of the saved settings, which a form offers beside Save: one click saves what was typed, and tests it. */
export class SettingsTest {
  readonly texts: Tested['texts'];
  readonly #action: Action;
  readonly #call: Tested['call'];
  /** Of the last test; null: there was none since something was saved. */
  #result: Result | null = null;

  constructor(host: ReactiveControllerHost, { call, texts }: Tested) {
    this.#action = new Action(host);
    this.#call = call;
    this.texts = texts;
  }

  get isBusy(): boolean {
    return this.#action.isBusy;
  }

  /** Forgets the result: it is about other settings. */
  forget(): void {
    this.#result = null;
    this.#action.forget();
  }

  async run(): Promise<void> {
    if (this.isBusy) return;
    this.forget();
    await this.#action.run(async () => {
      this.#result = await this.#call();
      announce(this.#heading(this.#result));
    });
  }

  /** What came of it. */
  get notice(): TemplateResult {
    const result = this.#result;
    const told = result && { isOk: result.success, heading: this.#heading(result), message: result.message };
    return html`${errorNotice(this.#action.problem)} ${told ? testNotice(told) : nothing}`;
  }

  #heading({ success }: Result): string {
    return success ? this.texts.testOk : this.texts.testFailed;
  }
}
