import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../components/fm-dialog/fm-dialog.ts';
import '../../components/fm-field/fm-field.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { ApiError } from '../../core/apiError.ts';
import { define, FmElement } from '../../core/element.ts';
import { fieldErrors } from '../../core/errors.ts';
import { placeNow, tellLate } from '../../core/lateFailure.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { changeHost, readHost } from '../../domain/host/changes.ts';
import {
  changesOf,
  draftOf,
  draftProblems,
  theirChanges,
  type HostDraft,
} from '../../domain/host/hostDraft.ts';
import { hostName } from '../../domain/host/hostName.ts';

type Host = Schemas['Host'];

/**
 * Name, address, tags and maintenance of one host. What somebody else changed meanwhile is shown before it is written
 * over, and what was typed stays whatever goes wrong. Events: `fm-saved` (the host), `fm-close`.
 */
export class FmHostEdit extends FmElement {
  static override properties = {
    host: { attribute: false },
    open: { type: Boolean },
    draft: { state: true },
    theirs: { state: true },
    problem: { state: true },
    isBusy: { state: true },
    isChecked: { state: true },
  };
  /** The host as it was when the dialog was opened: the change is based on it. */
  declare host: Host | null;
  declare open: boolean;
  declare draft: HostDraft | null;
  /** The host as somebody else has changed it since; null: nobody has. */
  declare theirs: Host | null;
  declare problem: unknown;
  declare isBusy: boolean;
  declare isChecked: boolean;
  #base: Host | null = null;

  constructor() {
    super();
    this.host = this.draft = this.theirs = null;
    this.problem = null;
    this.open = this.isBusy = this.isChecked = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('open') || !this.open || !this.host) return;
    this.#base = this.host;
    this.draft = draftOf(this.host);
    this.theirs = null;
    this.problem = null;
    this.isChecked = false;
  }

  override render(): unknown {
    const { draft, host } = this;
    if (!draft || !host) return nothing;
    return html`<fm-dialog
      heading="Edit ${hostName(host)}"
      ?open=${this.open}
      ?locked=${this.isBusy}
      @fm-close=${this.#close}
    >
      <form class="stack" @submit=${this.#submitted}>
        ${this.#fields(draft)} ${this.#conflict()} ${errorNotice(this.problem)}
      </form>
      <button slot="actions" ?disabled=${this.isBusy} @click=${this.#close}>Cancel</button>
      <button slot="actions" class="primary" ?disabled=${this.isBusy} @click=${this.#submitted}>
        ${this.isBusy ? 'Saving …' : this.theirs ? 'Overwrite with my changes' : 'Save'}
      </button>
    </fm-dialog>`;
  }

  #fields(draft: HostDraft): TemplateResult {
    const wrong = { ...(this.isChecked ? draftProblems(draft) : {}), ...fieldErrors(this.problem) };
    const field = (name: keyof HostDraft) => (event: CustomEvent) => this.#typed({ [name]: event.detail });
    return html`<fm-field
        autofocus
        label="Name"
        help="Display name. Default: ${safeName(this.host?.fqdn)}."
        maxlength="200"
        .value=${draft.displayName}
        .error=${wrong['display_name'] ?? null}
        @fm-input=${field('displayName')}
      ></fm-field>
      <fm-field
        label="Address"
        help="Address at which the manager reaches the agent."
        maxlength="45"
        required
        .value=${draft.ipAddress}
        .error=${wrong['ip_address'] ?? null}
        @fm-input=${field('ipAddress')}
      ></fm-field>
      <fm-field
        kind="number"
        label="Port"
        min="1"
        max="65535"
        .value=${draft.port}
        .error=${wrong['port'] ?? null}
        @fm-input=${field('port')}
      ></fm-field>
      <fm-field
        label="Tags"
        help="For example web or env=prod. Separate tags with spaces. Rule-based groups update immediately."
        .value=${draft.tags}
        .error=${wrong['tags'] ?? null}
        @fm-input=${field('tags')}
      ></fm-field>
      <fm-field
        kind="switch"
        label="Maintenance mode"
        help="Jobs and plans skip hosts in maintenance mode."
        .value=${draft.maintenanceMode}
        @fm-input=${field('maintenanceMode')}
      ></fm-field>`;
  }

  #conflict(): unknown {
    if (!this.theirs || !this.#base) return nothing;
    const changes = theirChanges(this.#base, this.theirs);
    return html`<div class="notice warn" role="alert">
      <div>
        Someone else has changed this host${changes.length > 0 ? html`: ${changes.join('; ')}` : ''}. Your
        entries are kept: review them, then save. Only fields that you changed are written.
      </div>
    </div>`;
  }

  #typed(change: Partial<Record<keyof HostDraft, unknown>>): void {
    if (this.draft) this.draft = { ...this.draft, ...change } as HostDraft;
    if (this.problem instanceof ApiError && this.problem.status > 0) this.problem = null;
  }

  readonly #close = (): void => {
    this.open = false;
    this.dispatchEvent(new CustomEvent('fm-close'));
  };

  readonly #submitted = (event: Event): void => {
    event.preventDefault();
    void this.#save();
  };

  async #save(): Promise<void> {
    const { draft } = this;
    const base = this.#base;
    if (!draft || !base || this.isBusy) return;
    this.isChecked = true;
    if (Object.keys(draftProblems(draft)).length > 0) return;
    const change = changesOf(base, draft);
    if (Object.keys(change).length === 0) return this.#close();
    this.isBusy = true;
    this.problem = null;
    const place = placeNow();
    try {
      const saved = await changeHost(base.id, change, (this.theirs ?? base).edit_version);
      this.open = false;
      this.dispatchEvent(new CustomEvent('fm-saved', { detail: saved }));
    } catch (error) {
      if (this.isConnected) await this.#refused(base.id, error);
      else tellLate(place, error);
    }
    this.isBusy = false;
  }

  async #refused(id: string, error: unknown): Promise<void> {
    const isRaced = error instanceof ApiError && error.code === 'PRECONDITION_FAILED';
    if (!isRaced) return void (this.problem = error);
    try {
      this.theirs = await readHost(id);
    } catch (unread) {
      this.problem = unread;
    }
  }
}

define('fm-host-edit', FmHostEdit);
