import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import '#web/components/fm-copy/fm-copy.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { define, FmElement } from '#web/core/element.ts';
import { enrollLine, type Installer } from '#web/domain/enrollment/enrollLine.ts';
import { readInstaller } from '#web/domain/enrollment/readInstaller.ts';
import { fieldErrors } from '#web/core/errors.ts';
import { addressWarning } from '#web/domain/enrollment/texts.ts';
import { plural } from '#web/core/format.ts';
import { icon } from '#web/icons/icons.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';

type Created = Schemas['CreatedEnrollmentToken'];

const LIFETIMES: readonly (readonly [number, string])[] = [
  [3_600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [2_592_000, '30 days'],
];

const styles = css`
  form {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr));
    align-items: end;
    gap: var(--fm-space-3);
  }
`;

/** Makes a token, and shows it once. Fires `fm-created`. */
export class FmNewEnrollmentToken extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { created: { state: true }, installer: { state: true } };
  declare created: Created | null;
  declare installer: Installer | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.created = null;
    this.installer = null;
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const network = fieldErrors(problem)['allowed_network'];
    return html`<div class="stack">
      <form @submit=${this.#submit}>
        <label class="field"
          >Name <input name="name" maxlength="100" placeholder="Rack 4" autocomplete="off"
        /></label>
        <label class="field">
          Hosts <input name="uses" type="number" min="1" max="100000" value="1" required />
        </label>
        <label class="field">
          Valid for
          <select name="lifetime">
            ${LIFETIMES.map(
              ([secs, text]) => html`<option value=${secs} ?selected=${secs === 86_400}>${text}</option>`,
            )}
          </select>
        </label>
        <label class="field">
          Only from network
          <input
            name="network"
            placeholder="10.0.4.0/24"
            maxlength="49"
            autocomplete="off"
            aria-invalid=${network === undefined ? 'false' : 'true'}
            aria-describedby="network-hint"
          />
          <span class=${network === undefined ? 'hint' : 'problem'} id="network-hint">
            ${network === undefined ? texts.network : `This ${network}.`}
          </span>
        </label>
        <button class="primary" ?disabled=${isBusy}>${icon('plus')} Create token</button>
      </form>
      ${network === undefined ? errorNotice(problem) : nothing}
      ${this.created === null || this.installer === null ? nothing : this.#shown(this.created, this.installer)}
    </div>`;
  }

  #shown(created: Created, installer: Installer): TemplateResult {
    const warning = addressWarning(installer);
    return html`<div class="stack tight" role="status">
      <p class="notice warn">
        ${icon('key')}
        <span>
          <strong>This token won’t be shown again.</strong> Anyone who has it can enroll
          ${plural(created.max_uses, 'host')}.
        </span>
      </p>
      <fm-copy name="token" value=${created.token}></fm-copy>
      <p>Or run this command on a host:</p>
      ${warning === null ? nothing : html`<p class="notice warn">${icon('warning')} <span>${warning}</span></p>`}
      <fm-copy name="enrollment command" value=${enrollLine(installer, { token: created.token })}></fm-copy>
      <p><button @click=${() => (this.created = null)}>Done</button></p>
    </div>`;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const fields = new FormData(form);
    const text = (name: string): string => String(fields.get(name) ?? '').trim();
    await this.#action.run(async () => {
      const body = {
        ...(text('name') === '' ? {} : { name: text('name') }),
        max_uses: Number(text('uses')),
        expires_in_secs: Number(text('lifetime')),
        allowed_network: text('network') || null,
      };
      this.installer = await readInstaller();
      this.created = await must(api.POST('/api/v1/admin/enrollment-tokens', { body }));
      form.reset();
      this.dispatchEvent(new CustomEvent('fm-created'));
    });
    // Without an answer there may be a token that nobody has seen: the list shows it, and offers to delete it.
    if (this.#action.problem !== null) this.dispatchEvent(new CustomEvent('fm-failed'));
  }
}

define('fm-new-enrollment-token', FmNewEnrollmentToken);
