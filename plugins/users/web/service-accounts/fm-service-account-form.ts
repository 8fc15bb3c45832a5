import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import '#web/components/fm-field/fm-field.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import { deleteOnce, ifMatch, saveOnce, startOnce } from '#web/core/edits.ts';
import { define, FmElement } from '#web/core/element.ts';
import { managerTime } from '#web/core/managerTime.ts';
import type { Schemas } from '#web/core/schema.ts';
import { accessFields, scopeOf } from '#web/domain/user/accessFields.ts';

type ServiceAccount = Schemas['ServiceAccount'];

const NAME = /^[a-z0-9][a-z0-9._-]*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const YEAR_MS = 365 * 86_400_000;

/** A service account, or a new one where `account` is null. Fires `fm-saved` with its id; null once it is deleted. */
export class FmServiceAccountForm extends FmElement {
  static override properties = {
    account: { attribute: false },
    name: { state: true },
    description: { state: true },
    role: { state: true },
    scope: { state: true },
    end: { state: true },
    fault: { state: true },
  };
  declare account: ServiceAccount | null;
  declare name: string;
  declare description: string;
  declare role: string;
  declare scope: readonly string[] | null;
  /** The day, in UTC. */
  declare end: string;
  declare fault: { field: 'name' | 'end'; text: string } | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.account = null;
    this.#begin(null);
  }

  protected override willUpdate(changed: PropertyValues<{ account: ServiceAccount | null }>): void {
    if (!changed.has('account')) return;
    if (changed.get('account')?.id !== this.account?.id || !this.hasUpdated) this.#begin(this.account);
  }

  #begin(account: ServiceAccount | null): void {
    this.name = account?.name ?? '';
    this.description = account?.description ?? '';
    this.role = account?.role ?? 'reporter';
    this.scope = account?.scope_group_ids ?? null;
    this.end = dayOf(account?.expires_at ?? new Date(managerTime().getTime() + YEAR_MS).toISOString());
    this.fault = null;
  }

  override render(): TemplateResult {
    const { account } = this;
    const { isBusy, problem } = this.#action;
    return html`<form class="card stack" @submit=${this.#submitted} novalidate>
      <h2>${account ? account.name : 'New service account'}</h2>
      ${account ? nothing : this.#text('name', 'Name', 64, 'Small letters, digits and . _ - It never changes.')}
      ${this.#text('description', 'Purpose', 500, '')}
      ${accessFields(this, (access) => Object.assign(this, access))}
      ${this.#text('end', 'Ends on', 10, 'A day such as 2027-12-31 (UTC), at most three years from now.')}
      ${errorNotice(problem)}
      <div class="row">
        <button class="primary" ?disabled=${isBusy}>
          ${isBusy ? 'Saving …' : account ? 'Save' : 'Create service account'}
        </button>
        ${
          account
            ? html`<button
                type="button"
                class="danger"
                ?disabled=${isBusy}
                @click=${() => void this.#delete(account)}
              >
                Delete
              </button>`
            : html`<a class="button" href="/service-accounts">Cancel</a>`
        }
      </div>
    </form>`;
  }

  #text(name: 'name' | 'description' | 'end', label: string, longest: number, help: string): TemplateResult {
    return html`<fm-field
      name=${name}
      label=${label}
      help=${help}
      autocomplete="off"
      maxlength=${longest}
      ?required=${name !== 'description'}
      .value=${this[name]}
      .error=${this.fault?.field === name ? this.fault.text : null}
      @fm-input=${({ detail }: CustomEvent<string>) => {
        this[name] = detail;
        this.fault = null;
      }}
    ></fm-field>`;
  }

  readonly #submitted = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#action.isBusy) return;
    if (!this.account && !NAME.test(this.name))
      this.fault = {
        field: 'name',
        text: 'Use small letters, digits and . _ -, and begin with a letter or digit.',
      };
    else if (!DAY.test(this.end.trim()) || Number.isNaN(Date.parse(this.end.trim())))
      this.fault = { field: 'end', text: 'Enter a day such as 2027-12-31.' };
    if (this.fault) {
      this.renderRoot.querySelector<HTMLElement>(`fm-field[name="${this.fault.field}"]`)?.focus();
      return;
    }
    await this.#action.run(async () => {
      const { id } = this.account ? await this.#save(this.account) : await this.#make();
      announce('Saved.');
      this.dispatchEvent(new CustomEvent('fm-saved', { detail: id }));
    });
  };

  #values() {
    return {
      description: this.description.trim() || null,
      role: this.role,
      scope_group_ids: scopeOf(this),
    };
  }

  #make(): Promise<ServiceAccount> {
    const body = { name: this.name, ...this.#values(), expires_at: `${this.end.trim()}T00:00:00.000Z` };
    return startOnce(['/service-accounts', body], (key) =>
      must(api.POST('/api/v1/service-accounts', { body, params: { header: key } })),
    );
  }

  #save({ id, edit_version: version, expires_at: endsAt }: ServiceAccount): Promise<ServiceAccount> {
    const end = this.end.trim();
    const body = { ...this.#values(), expires_at: end === dayOf(endsAt) ? endsAt : `${end}T00:00:00.000Z` };
    const path = { account_id: id };
    return saveOnce(body, {
      save: () =>
        must(
          api.PUT('/api/v1/service-accounts/{account_id}', {
            params: { path, header: ifMatch(version) },
            body,
          }),
        ),
      read: () => must(api.GET('/api/v1/service-accounts/{account_id}', { params: { path } })),
    });
  }

  async #delete({ id, name, edit_version: version }: ServiceAccount): Promise<void> {
    const isSure = await confirmAction({
      title: `Delete the service account ${name}?`,
      text: 'The tokens are deleted too: tools that use them are refused at once. This cannot be undone.',
      action: 'Delete',
    });
    if (!isSure || this.#action.isBusy) return;
    await this.#action.run(async () => {
      const params = { path: { account_id: id }, header: ifMatch(version) };
      await deleteOnce(must(api.DELETE('/api/v1/service-accounts/{account_id}', { params })));
      announce(`The service account ${name} is deleted.`);
      this.dispatchEvent(new CustomEvent('fm-saved', { detail: null }));
    });
  }
}

const dayOf = (at: string): string => at.slice(0, 10);

define('fm-service-account-form', FmServiceAccountForm);
