import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-table/fm-table.ts';
import '#web/components/fm-time/fm-time.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { roleText, scopeText } from '#web/domain/user/texts.ts';
import './fm-service-account-form.ts';
import './fm-service-tokens.ts';

type ServiceAccount = Schemas['ServiceAccount'];

/** As many as a manager keeps. */
const MOST = 500;

/** Owners of API tokens that are no people; `?account=` shows one with its tokens, `?new=1` makes another. */
export class FmPageServiceAccounts extends FmPage {
  readonly #accounts = new Resource<readonly ServiceAccount[]>(this, {
    args: () => [],
    read: async (_, signal) => {
      const params = { query: { limit: MOST } };
      return (await must(api.GET('/api/v1/service-accounts', { params, signal }))).service_accounts;
    },
    rereads: () => true,
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Service accounts" .actions=${actions()}>
        <p>
          Tools that continue without the person who set them up. They approve nothing, and change neither
          users, settings, sign-in nor approval rules.
        </p>
      </fm-page-header>
      ${this.query.has('new') ? this.#form(null) : nothing}
      ${renderReading(this.#accounts, {
        what: 'the service accounts',
        isEmpty: ({ length }) => length === 0,
        empty: () =>
          this.query.has('new')
            ? html``
            : html`<fm-state kind="empty" heading="There is no service account yet."></fm-state>`,
        complete: (accounts) => this.#all(accounts),
      })}
    </div>`;
  }

  #all(accounts: readonly ServiceAccount[]): TemplateResult {
    const chosen = accounts.find(({ id }) => id === this.query.get('account')) ?? null;
    return html`<fm-table
        label="Service accounts"
        .columns=${COLUMNS}
        .rows=${accounts}
        .rowHref=${({ id }: ServiceAccount) => `/service-accounts?account=${encodeURIComponent(id)}`}
        .total=${accounts.length}
      ></fm-table>
      ${
        chosen && !this.query.has('new')
          ? html`${this.#form(chosen)}
              <h2>Tokens of ${chosen.name}</h2>
              <fm-service-tokens .account=${chosen}></fm-service-tokens>`
          : nothing
      }`;
  }

  #form(account: ServiceAccount | null): TemplateResult {
    return html`<fm-service-account-form
      .account=${account}
      @fm-saved=${({ detail }: CustomEvent<string | null>) => {
        this.#accounts.retry();
        setQuery({ new: null, account: detail });
      }}
    ></fm-service-account-form>`;
  }
}

const actions = (): PageAction[] =>
  features.serves('createServiceAccount')
    ? [
        {
          key: 'new',
          label: 'New service account',
          icon: 'plus',
          tone: 'primary',
          href: '/service-accounts?new=1',
        },
      ]
    : [];

const COLUMNS: readonly Column<ServiceAccount>[] = [
  {
    key: 'name',
    header: 'Name',
    minRem: 10,
    grow: 2,
    isRowHeader: true,
    text: ({ name }) => name,
    render: ({ name, description }) =>
      html`${name} ${description === null ? nothing : html`<span class="quiet">${description}</span>`}`,
  },
  {
    key: 'role',
    header: 'May',
    minRem: 9,
    render: ({ role, scope_group_ids: ids }) =>
      html`${roleText(role)} <span class="quiet small">${scopeText(ids, 'All hosts')}</span>`,
  },
  {
    key: 'expires_at',
    header: 'Ends',
    minRem: 8,
    priority: 2,
    render: ({ expires_at: at }) => html`<fm-time datetime=${at}></fm-time>`,
  },
  { key: 'created_by', header: 'Made by', minRem: 8, priority: 3, render: ({ created_by: name }) => name },
];

define('fm-page-service-accounts', FmPageServiceAccounts);
