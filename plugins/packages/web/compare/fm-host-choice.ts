import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import { texts } from './texts.ts';

const MOST_SHOWN = 8;

const styles = css`
  ul {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li button {
    width: 100%;
    justify-content: start;
    overflow-wrap: anywhere;
    text-align: start;
    white-space: normal;
  }
`;

/** Chooses one host by its name or address, but not `without`. Fires `fm-choose` with its id. */
export class FmHostChoice extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { label: {}, without: {}, search: { state: true } };
  declare label: string;
  /** Id of a host that is not offered. */
  declare without: string;
  declare search: string;
  readonly #hosts = new Resource<Schemas['HostList'], readonly [string]>(this, {
    args: () => [this.search],
    keepsValue: true,
    read: ([search], signal) => {
      const query = { limit: MOST_SHOWN + 1, ...(search === '' ? {} : { search }) };
      return must(api.GET('/api/v1/hosts', { params: { query }, signal }));
    },
  });

  constructor() {
    super();
    this.label = this.without = '';
    this.search = '';
  }

  override render(): TemplateResult {
    return html`<section class="card stack" aria-label=${this.label}>
      <h2>${this.label}</h2>
      <fm-filter-bar
        label=${this.label}
        .search=${this.search}
        placeholder=${texts.search}
        @fm-search=${({ detail }: CustomEvent<string>) => (this.search = detail.slice(0, 200))}
        @fm-clear-filters=${() => (this.search = '')}
      ></fm-filter-bar>
      ${renderReading(this.#hosts, {
        what: 'the hosts',
        isEmpty: (list) => this.#offered(list).length === 0,
        empty: () => html`<p class="quiet" role="status">${texts.noHost}</p>`,
        complete: (list) => this.#list(list),
      })}
    </section>`;
  }

  #offered({ hosts }: Schemas['HostList']): Schemas['Host'][] {
    return hosts.filter(({ id }) => id !== this.without).slice(0, MOST_SHOWN);
  }

  #list(list: Schemas['HostList']): TemplateResult {
    const offered = this.#offered(list);
    const left = list.total - offered.length - Number(list.hosts.some(({ id }) => id === this.without));
    return html`<ul>
        ${offered.map(
          (host) =>
            html`<li>
              <button @click=${() => this.#choose(host.id)}>
                ${hostName(host)} <span class="quiet small">${safeName(host.ip_address)}</span>
              </button>
            </li>`,
        )}
      </ul>
      ${left > 0 ? html`<p class="quiet small" role="status">${texts.more(left)}</p>` : nothing}`;
  }

  #choose(detail: string): void {
    this.dispatchEvent(new CustomEvent('fm-choose', { detail }));
  }
}

define('fm-host-choice', FmHostChoice);
