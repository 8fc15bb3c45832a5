import { html, nothing, type TemplateResult, css } from 'lit';
import { api, must } from '../../core/api.ts';
import '../../components/fm-badge/fm-badge.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { define, FmPage } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { Resource } from '../../core/resource.ts';
import { icon } from '../../icons/icons.ts';
import type { Schemas } from '../../core/schema.ts';
import { durationText } from '../../core/time.ts';
import { errorOf, failureOf } from '../../core/apiError.ts';

const styles = css`
  .licences {
    padding: 0;
    list-style: none;
  }

  li + li {
    border-top: 1px solid var(--fm-line);
  }

  summary {
    padding: var(--fm-space-2) 0;
    cursor: pointer;
    overflow-wrap: anywhere;
  }

  pre {
    max-height: 16rem;
    margin-bottom: var(--fm-space-3);
    padding: var(--fm-space-3);
    overflow: auto;
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
    white-space: pre-wrap;
  }
`;

/** Which version runs here, where its contract is, and whose work it is built on. */
export class FmPageAbout extends FmPage {
  static override styles = [FmPage.styles, styles];

  readonly #health = new Resource(this, {
    read: async (_args, signal) => must(api.GET('/api/v1/status/health', { signal })),
    args: () => (features.serves('getServiceHealth') ? [] : null),
  });

  readonly #ui = new Resource(this, {
    read: async (_args, signal) => must(api.GET('/api/v1/ui', { signal })),
    args: () => [],
  });

  readonly #licences = new Resource(this, {
    read: async (_args, signal) => fetchLicences(signal),
    args: () => [],
  });

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="About"></fm-page-header>
      <section class="card">
        <h2>This manager</h2>
        ${
          features.serves('getServiceHealth')
            ? renderReading(this.#health, { what: 'the state of the manager', complete: healthFacts })
            : nothing
        }
        ${renderReading(this.#ui, { what: 'the version of the manager', complete: servedFacts })}
      </section>
      <section class="card">
        <h2>Documentation</h2>
        <div class="stack tight">
          <p>How to install, run, secure and automate this version, with a search and troubleshooting.</p>
          <p class="row">
            <a class="button" href="/docs">${icon('book')} Open documentation</a>
            <a href="/docs/run/troubleshooting">Troubleshooting</a>
          </p>
        </div>
      </section>
      <section class="card">
        <h2>API</h2>
        <div class="stack tight">
          <p>Everything here is available through the API, described by an OpenAPI contract.</p>
          <p class="row">
            <a class="button" href="/api/docs">${icon('book')} View API documentation</a>
            <a class="button" href="/api/docs/openapi.json" download="fleetmend-openapi.json">
              ${icon('download')} OpenAPI file
            </a>
          </p>
        </div>
      </section>
      <section class="card">
        <h2>Third-party licences</h2>
        <div class="stack tight">
          <p>
            Fleetmend is free software under the Apache License 2.0. It includes these third-party packages:
          </p>
          ${renderReading(this.#licences, { what: 'the licences', complete: licenceList })}
        </div>
      </section>
    </div>`;
  }
}

function healthFacts({
  version,
  status,
  uptime_secs: uptimeSecs,
  checks,
}: Schemas['ServiceHealth']): TemplateResult {
  const badge = (isOk: boolean): TemplateResult =>
    html`<fm-badge tone=${isOk ? 'ok' : 'bad'} label=${isOk ? 'Working' : 'Failing'}></fm-badge>`;
  return html`<dl class="facts">
    <dt>Version</dt>
    <dd>${version}</dd>
    <dt>State</dt>
    <dd>${badge(status === 'ok')}</dd>
    <dt>Database</dt>
    <dd>${badge(checks.database === 'ok')}</dd>
    <dt>Secret key</dt>
    <dd>${badge(checks.secret_key === 'ok')}</dd>
    <dt>Scheduler</dt>
    <dd>${badge(checks.scheduler === 'ok')}</dd>
    <dt>Outbox</dt>
    <dd>
      ${badge(checks.outbox === 'ok')}
      <span class="quiet small">Outgoing mail and webhooks</span>
    </dd>
    <dt>Running for</dt>
    <dd>${durationText(uptimeSecs)}</dd>
  </dl>`;
}

/** Facts beside those of the health: the level of the API, and which features are on. */
function servedFacts({ version, api_level: level, features: on }: Schemas['UiInfo']): TemplateResult {
  const isKnown = features.serves('getServiceHealth');
  return html`<dl class="facts">
    ${
      isKnown
        ? nothing
        : html`<dt>Version</dt>
            <dd>${version}</dd>`
    }
    <dt>API level</dt>
    <dd>${level}</dd>
    <dt>Enabled features</dt>
    <dd>${[...on].sort().join(', ')}</dd>
  </dl>`;
}

function licenceList(licences: readonly Licence[]): TemplateResult {
  return html`<ul class="licences">
    ${licences.map(
      ({ name, version, identifier, text }) =>
        html`<li>
          <details>
            <summary>
              <span>${name}</span> <span class="quiet">${version}</span>
              <span class="quiet">${identifier}</span>
            </summary>
            ${text ? html`<pre tabindex="0">${text}</pre>` : nothing}
          </details>
        </li>`,
    )}
  </ul>`;
}

define('fm-page-about', FmPageAbout);

/** One bundled package; written by the build. */
interface Licence {
  name: string;
  version: string;
  identifier: string | null;
  text: string | null;
}

async function fetchLicences(signal: AbortSignal): Promise<Licence[]> {
  const response = await fetch('/licences.json', { signal }).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (!response.ok) throw errorOf(response, null);
  return (await response.json()) as Licence[];
}
