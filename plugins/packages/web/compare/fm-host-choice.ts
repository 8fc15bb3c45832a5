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

/** Chooses one host by its name or address. Fires `fm-choose` with its id. */
export class FmHostChoice extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { label: {}, search: { state: true } };
  declare label: string;
  declare search: string;
  readonly #hosts = new Resource<Schemas['HostList'], readonly [string]>(this, {
    args: () => [this.search],
    keepsValue: true,
    read: ([search], signal) => {
      const query = { limit: MOST_SHOWN, ...(search === '' ? {} : { search }) };
      return must(api.GET('/api/v1/hosts', { params: { query }, signal }));
    },
  });

  constructor() {
    super();
    this.label = '';
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
        isEmpty: ({ hosts }) => hosts.length === 0,
        empty: () => html`<p class="quiet" role="status">${texts.noHost}</p>`,
        complete: ({ hosts, total }) =>
          html`<ul>
              ${hosts.map(
                (host) =>
                  html`<li>
                    <button @click=${() => this.#choose(host.id)}>
                      ${hostName(host)} <span class="quiet small">${safeName(host.ip_address)}</span>
                    </button>
                  </li>`,
              )}
            </ul>
            ${
              total > hosts.length
                ? html`<p class="quiet small" role="status">${texts.more(total - hosts.length)}</p>`
                : nothing
            }`,
      })}
    </section>`;
  }

  #choose(detail: string): void {
    this.dispatchEvent(new CustomEvent('fm-choose', { detail }));
  }
}

define('fm-host-choice', FmHostChoice);
