import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '#web/components/fm-dialog/fm-dialog.ts';
import '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { testNotice } from '#web/components/fm-state/testNotice.ts';
import { ApiError } from '#web/core/apiError.ts';
import { define, FmElement } from '#web/core/element.ts';
import { fieldErrors } from '#web/core/errors.ts';
import { placeNow, tellLate } from '#web/core/lateFailure.ts';
import { PROPOSED_HELP } from '#web/core/proposedName.ts';
import type { Schemas } from '#web/core/schema.ts';
import { addCheck, addGroupCheck, changeCheck, changeGroupCheck, testCheck } from './calls.ts';
import {
  changeOf,
  draftOf,
  groupChangeOf,
  NEW_CHECK,
  problemsOf,
  proposalOf,
  type CheckDraft,
} from './draft.ts';
import { EACH_URL_HELP, KINDS, testText, URL_HELP } from './texts.ts';

type Check = Schemas['HealthCheck'];
type Result = Schemas['HealthCheckTestResult'];

/**
 * Adds a check of a host or, with `groups`, of a group, or changes one. “Save and test” saves it, runs it and stays open, so that what is wrong can be put right.
 * What was typed stays whatever goes wrong. Events: `fm-saved` (the check), `fm-close`.
 */
export class FmCheckEditor extends FmElement {
  static override properties = {
    hostId: {},
    check: { attribute: false },
    groups: { attribute: false },
    groupCheck: { attribute: false },
    forGroup: {},
    groupId: { state: true },
    hosts: { attribute: false },
    open: { type: Boolean },
    draft: { state: true },
    problem: { state: true },
    result: { state: true },
    busy: { state: true },
    isJudged: { state: true },
  };
  declare hostId: string;
  /** Null: a new one. */
  declare check: Check | null;
  /** The groups to choose from for a check of a group; null: the check is of a host. */
  declare groups: readonly { value: string; label: string }[] | null;
  /** The check of a group that is changed; null: a new one. */
  declare groupCheck: Schemas['GroupHealthCheck'] | null;
  /** The group that is chosen at first for a new check of a group; '': none. */
  declare forGroup: string;
  declare groupId: string;
  /** Id and name of the hosts whose agents may be asked instead. */
  declare hosts: readonly { value: string; label: string }[];
  declare open: boolean;
  declare draft: CheckDraft;
  declare problem: unknown;
  declare result: Result | null;
  declare busy: 'save' | 'test' | null;
  declare isJudged: boolean;
  /** As it was saved last: what a change is made from. */
  #saved: Check | null = null;

  constructor() {
    super();
    this.hostId = '';
    this.check = this.groupCheck = this.groups = null;
    this.forGroup = this.groupId = '';
    this.hosts = [];
    this.open = false;
    this.draft = NEW_CHECK;
    this.problem = null;
    this.result = null;
    this.busy = null;
    this.isJudged = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('open') || !this.open) return;
    this.#saved = this.check;
    const known = this.check ?? this.groupCheck;
    this.draft = known ? draftOf(known) : NEW_CHECK;
    this.groupId = this.groupCheck?.group_id ?? this.forGroup;
    this.problem = null;
    this.result = null;
    this.isJudged = false;
  }

  override render(): TemplateResult {
    const { busy } = this;
    return html`<fm-dialog
      heading=${this.#isNew() ? 'Add check' : 'Edit check'}
      ?open=${this.open}
      ?locked=${busy !== null}
      @fm-close=${this.#close}
    >
      <form class="stack" @submit=${this.#submitted}>
        ${this.#fields()} ${errorNotice(this.problem)} ${this.#result()}
      </form>
      <button slot="actions" ?disabled=${busy !== null} @click=${this.#close}>
        ${this.result ? 'Close' : 'Cancel'}
      </button>
      ${
        this.groups !== null
          ? nothing
          : html`<button slot="actions" ?disabled=${busy !== null} @click=${() => void this.#test()}>
              ${busy === 'test' ? 'Testing …' : this.#isSaved() ? 'Test now' : 'Save and test now'}
            </button>`
      }
      <button slot="actions" class="primary" ?disabled=${busy !== null} @click=${this.#submitted}>
        ${busy === 'save' ? 'Saving …' : 'Save'}
      </button>
    </fm-dialog>`;
  }

  #fields(): TemplateResult {
    const { draft } = this;
    const wrong = this.#wrong();
    return html`${
        this.groups === null || !this.#isNew()
          ? nothing
          : html`<fm-field
              kind="select"
              label="Group"
              help="Every host of the group is checked, also hosts that join later."
              required
              .options=${[{ value: '', label: 'Choose a group' }, ...this.groups]}
              .value=${this.groupId}
              .error=${wrong['group'] ?? null}
              @fm-input=${({ detail }: CustomEvent<string>) => (this.groupId = detail)}
            ></fm-field>`
      }
      ${
        !this.#isNew()
          ? nothing
          : html`<fm-field
              kind="select"
              label="Check type"
              .options=${KINDS}
              .value=${draft.kind}
              @fm-input=${this.#typed('kind')}
            ></fm-field>`
      }
      ${draft.kind === 'service' ? this.#service(wrong) : this.#page(wrong)}
      <fm-field
        required
        label="Name"
        maxlength="100"
        help=${draft.name === null ? PROPOSED_HELP : ''}
        .value=${draft.name ?? proposalOf(draft)}
        .error=${wrong['name'] ?? null}
        @fm-input=${this.#typed('name')}
      ></fm-field>
      <fm-field
        kind="number"
        label="Time limit"
        unit="seconds"
        min="1"
        max="60"
        .value=${draft.timeoutSecs}
        .error=${wrong['timeout_secs'] ?? null}
        @fm-input=${this.#typed('timeoutSecs')}
      ></fm-field>
      <fm-field
        kind="duration"
        label="Interval (optional)"
        help="Default: the interval in Settings."
        .value=${draft.intervalSecs}
        .error=${wrong['interval_secs'] ?? null}
        @fm-input=${this.#typed('intervalSecs')}
      ></fm-field>
      <fm-field
        kind="switch"
        label="Enabled"
        help="A disabled check is not run, and jobs do not wait for it."
        .value=${draft.enabled}
        @fm-input=${this.#typed('enabled')}
      ></fm-field>`;
  }

  #service(wrong: Partial<Record<string, string>>): TemplateResult {
    const { draft } = this;
    return html`<fm-field
        autofocus
        required
        label="Service"
        help="Name of the systemd unit; the suffix .service is optional."
        maxlength="256"
        placeholder="nginx"
        .value=${draft.service}
        .error=${wrong['service_name'] ?? null}
        @fm-input=${this.#typed('service')}
      ></fm-field>
      ${this.groups === null ? this.#target(wrong) : nothing}`;
  }

  #target(wrong: Partial<Record<string, string>>): TemplateResult {
    const { draft } = this;
    return html`<fm-field
      kind="select"
      label="Queried agent"
      help="Another host must itself be healthy."
      .options=${[{ value: '', label: 'The agent of this host' }, ...this.#targets()]}
      .value=${draft.target}
      .error=${wrong['target_host_id'] ?? null}
      @fm-input=${this.#typed('target')}
    ></fm-field>`;
  }

  /** The hosts to choose from; the current target is added if it is not among them. */
  #targets(): readonly { value: string; label: string }[] {
    const { target } = this.draft;
    const isKnown = target === '' || this.hosts.some(({ value }) => value === target);
    return isKnown ? this.hosts : [...this.hosts, { value: target, label: 'Another host' }];
  }

  #page(wrong: Partial<Record<string, string>>): TemplateResult {
    const { draft } = this;
    return html`<fm-field
        kind=${this.groups === null ? 'url' : 'text'}
        autofocus
        required
        label="Address"
        help=${this.groups === null ? URL_HELP : EACH_URL_HELP}
        maxlength="2048"
        placeholder=${this.groups === null ? 'https://web1.example.org/health' : 'https://{fqdn}/health'}
        .value=${draft.url}
        .error=${wrong['url'] ?? null}
        @fm-input=${this.#typed('url')}
      ></fm-field>
      <fm-field
        kind="number"
        label="Expected status (optional)"
        help="Default: any from 200 to 299."
        min="100"
        max="599"
        .value=${draft.status}
        .error=${wrong['expected_status'] ?? null}
        @fm-input=${this.#typed('status')}
      ></fm-field>
      <fm-field
        label="Expected text (optional)"
        help="Must appear in the first megabyte."
        maxlength="1024"
        .value=${draft.body}
        .error=${wrong['expected_body'] ?? null}
        @fm-input=${this.#typed('body')}
      ></fm-field>`;
  }

  #result(): unknown {
    const { result } = this;
    if (!result) return nothing;
    const { success: isOk, message } = result;
    return html`<div role="status">${testNotice({ isOk, heading: testText(result), message })}</div>`;
  }

  #isNew(): boolean {
    return this.check === null && this.groupCheck === null;
  }

  #wrong(): Partial<Record<string, string>> {
    return {
      ...(this.isJudged ? this.#problems() : {}),
      ...fieldErrors(this.problem),
    };
  }

  #problems(): Partial<Record<string, string>> {
    const isOfGroup = this.groups !== null;
    const found = problemsOf(this.draft, isOfGroup);
    return isOfGroup && this.#isNew() && this.groupId === '' ? { group: 'Choose a group.', ...found } : found;
  }

  readonly #typed =
    (field: keyof CheckDraft) =>
    ({ detail }: CustomEvent): void => {
      this.draft = { ...this.draft, [field]: detail as never };
      this.result = null;
      if (this.problem instanceof ApiError && this.problem.status > 0) this.problem = null;
    };

  #isSaved(): boolean {
    return this.#saved !== null && Object.keys(changeOf(this.#saved, this.draft)).length === 0;
  }

  readonly #close = (): void => {
    this.open = false;
    this.dispatchEvent(new CustomEvent('fm-close'));
  };

  readonly #submitted = (event: Event): void => {
    event.preventDefault();
    void this.#work('save', async () => {
      await (this.groups === null ? this.#save() : this.#saveOfGroup());
      this.#close();
    });
  };

  #test(): Promise<void> {
    return this.#work('test', async () => {
      const check = await this.#save();
      this.result = await testCheck(check);
    });
  }

  async #work(what: 'save' | 'test', work: () => Promise<void>): Promise<void> {
    if (this.busy !== null) return;
    this.isJudged = true;
    if (Object.keys(this.#problems()).length > 0) return;
    this.busy = what;
    this.problem = null;
    this.result = null;
    const place = placeNow();
    try {
      await work();
    } catch (error) {
      if (!this.isConnected) tellLate(place, error);
      this.problem = error;
    }
    this.busy = null;
  }

  async #saveOfGroup(): Promise<void> {
    const { groupCheck: saved, draft } = this;
    const isSame = saved !== null && Object.keys(groupChangeOf(saved, draft)).length === 0;
    if (isSame) return;
    const check = saved ? await changeGroupCheck(saved, draft) : await addGroupCheck(this.groupId, draft);
    this.dispatchEvent(new CustomEvent('fm-saved', { detail: check }));
  }

  /** Writes nothing when nothing was changed. */
  async #save(): Promise<Check> {
    const saved = this.#saved;
    if (saved && this.#isSaved()) return saved;
    const check = saved
      ? await changeCheck(saved, this.draft, saved.edit_version)
      : await addCheck(this.hostId, this.draft);
    this.#saved = check;
    this.dispatchEvent(new CustomEvent('fm-saved', { detail: check }));
    return check;
  }
}

define('fm-check-editor', FmCheckEditor);
