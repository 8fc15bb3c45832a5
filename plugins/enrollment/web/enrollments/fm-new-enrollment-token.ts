import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import '#web/components/fm-copy/fm-copy.ts';
import '#web/components/fm-copy/fm-once.ts';
import '#web/components/fm-field/fm-field.ts';
import type { FieldValue } from '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { define, FmElement } from '#web/core/element.ts';
import { enrollLine, type Installer } from '#web/domain/enrollment/enrollLine.ts';
import { readInstaller } from '#web/domain/enrollment/readInstaller.ts';
import { fieldErrors } from '#web/core/errors.ts';
import { addressWarning } from '#web/domain/enrollment/texts.ts';
import { plural } from '#web/core/format.ts';
import { dateText } from '#web/core/time.ts';
import { freeName, PROPOSED_HELP, proposedName } from '#web/core/proposedName.ts';
import { icon } from '#web/icons/icons.ts';
import type { Schemas } from '#web/core/schema.ts';
import { texts } from './texts.ts';

type Created = Schemas['CreatedEnrollmentToken'];

const LIFETIMES = [
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
  { value: '2592000', label: '30 days' },
] as const;

interface Draft {
  /** Null: nobody has typed one, so that it is the proposed one. */
  name: string | null;
  uses: number | null;
  lifetimeSecs: string;
  network: string;
}

const NEW: Draft = { name: null, uses: 1, lifetimeSecs: '86400', network: '' };

const styles = css`
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr));
    align-items: start;
    gap: var(--fm-space-3);
  }
`;

/** Makes a token, and shows it once. Fires `fm-created`. */
export class FmNewEnrollmentToken extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    taken: { attribute: false },
    draft: { state: true },
    faults: { state: true },
    created: { state: true },
    installer: { state: true },
  };
  /** The names of the tokens that are there. */
  declare taken: ReadonlySet<string>;
  declare draft: Draft;
  /** What is wrong with fields, as found here. */
  declare faults: Readonly<Partial<Record<keyof Draft, string>>>;
  declare created: Created | null;
  declare installer: Installer | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.taken = new Set();
    this.draft = NEW;
    this.faults = {};
    this.created = null;
    this.installer = null;
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const { name, uses, lifetimeSecs, network } = this.draft;
    const refused = fieldErrors(problem)['allowed_network'];
    return html`<div class="stack">
      <form class="stack" @submit=${this.#submit} novalidate>
        <div class="fields">
          <fm-field
            kind="number"
            name="uses"
            label="Hosts"
            min="1"
            max=${MOST_USES}
            .value=${uses}
            .error=${this.faults.uses ?? null}
            @fm-input=${this.#typed('uses')}
          ></fm-field>
          <fm-field
            kind="select"
            name="lifetime"
            label="Valid for"
            .options=${LIFETIMES}
            .value=${lifetimeSecs}
            @fm-input=${this.#typed('lifetimeSecs')}
          ></fm-field>
          <fm-field
            name="network"
            label="Only from network"
            placeholder="10.0.4.0/24"
            maxlength="49"
            autocomplete="off"
            help=${texts.network}
            .value=${network}
            .error=${refused ?? null}
            @fm-input=${this.#typed('network')}
          ></fm-field>
          <fm-field
            name="name"
            label="Name"
            maxlength="100"
            autocomplete="off"
            help=${name === null ? PROPOSED_HELP : ''}
            .value=${name ?? this.#proposal()}
            .error=${this.faults.name ?? null}
            @fm-input=${this.#typed('name')}
          ></fm-field>
        </div>
        <div class="row">
          <button class="primary" ?disabled=${isBusy}>${icon('plus')} Create token and copy</button>
        </div>
      </form>
      ${refused === undefined ? errorNotice(problem) : nothing}
      ${this.created === null || this.installer === null ? nothing : this.#shown(this.created, this.installer)}
    </div>`;
  }

  #proposal(): string {
    const { uses, network } = this.draft;
    const hosts = uses === null ? null : plural(uses, 'host');
    return freeName(proposedName([hosts, network.trim(), dateText(new Date())]), this.taken);
  }

  #typed(name: keyof Draft) {
    return ({ detail }: CustomEvent<FieldValue>): void => {
      this.draft = { ...this.draft, [name]: detail };
      this.faults = { ...this.faults, [name]: undefined };
    };
  }

  #shown(created: Created, installer: Installer): TemplateResult {
    const warning = addressWarning(installer);
    return html`<fm-once copies name="token" .value=${created.token} @fm-done=${() => (this.created = null)}>
      Anyone who has this token can enroll ${plural(created.max_uses, 'host')}.
      <div slot="also" class="stack tight">
        <p>Or run this command on a host:</p>
        ${warning === null ? nothing : html`<p class="notice warn">${icon('warning')} <span>${warning}</span></p>`}
        <fm-copy name="enrollment command" value=${enrollLine(installer, { token: created.token })}></fm-copy>
      </div>
    </fm-once>`;
  }

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (this.#action.isBusy) return;
    const { uses, lifetimeSecs, network } = this.draft;
    const name = (this.draft.name ?? this.#proposal()).trim();
    const isCount = uses !== null && Number.isInteger(uses) && uses >= 1 && uses <= MOST_USES;
    this.faults = {
      ...(name === '' ? { name: texts.nameFirst } : {}),
      ...(isCount ? {} : { uses: texts.usesWrong(MOST_USES) }),
    };
    if (name === '' || !isCount) return;
    await this.#action.run(async () => {
      const expires = { expires_in_secs: Number(lifetimeSecs), allowed_network: network.trim() || null };
      const body = { name, max_uses: uses, ...expires };
      this.installer = await readInstaller();
      this.created = await must(api.POST('/api/v1/admin/enrollment-tokens', { body }));
      this.draft = NEW;
      this.dispatchEvent(new CustomEvent('fm-created'));
    });
    // Without an answer there may be a token that nobody has seen: the list shows it, and offers to delete it.
    if (this.#action.problem !== null) this.dispatchEvent(new CustomEvent('fm-failed'));
  }
}

const MOST_USES = 100_000;

define('fm-new-enrollment-token', FmNewEnrollmentToken);
