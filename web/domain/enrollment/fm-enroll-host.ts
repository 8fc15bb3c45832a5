import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { api, must } from '../../core/api.ts';
import '../../components/fm-copy/fm-copy.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import '../../components/fm-tabs/fm-tabs.ts';
import { define, FmElement } from '../../core/element.ts';
import { may } from '../../core/permissions.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import { enrollLine, type Installer } from './enrollLine.ts';
import { readInstaller } from './readInstaller.ts';
import { addressWarning, HOW_LONG, printed, stepsOf, SYSTEMS, texts, type System } from './texts.ts';

const TOKEN_SECS = 3_600;
const TABS = (Object.keys(SYSTEMS) as System[]).map((key) => ({ key, label: SYSTEMS[key].label }));

interface Parts {
  fingerprint: string;
  installer: Installer;
}

const styles = css`
  ol {
    padding-inline-start: var(--fm-space-5);
  }

  pre {
    padding: var(--fm-space-3);
    overflow-x: auto;
    border-radius: var(--fm-radius);
    background: var(--fm-surface-sunken);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

/** The line that enrolls a host, for each kind of system, with what it does and what to expect meanwhile. */
export class FmEnrollHost extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    token: { state: true },
    system: { state: true },
    connection: { state: true },
  };
  declare token: string | null;
  declare connection: Schemas['HostConnection'];
  declare system: System;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.token = null;
    this.system = 'debian';
    this.connection = 'listen';
  }

  readonly #parts = new Resource<Parts, readonly [Schemas['HostConnection']]>(this, {
    args: () => [this.connection],
    keepsValue: true,
    read: async ([connection], signal) => {
      const [pem, installer] = await Promise.all([
        must(api.GET('/api/v1/ca/root.crt', { parseAs: 'text', signal })),
        readInstaller(signal, connection),
      ]);
      return { fingerprint: await rootFingerprint(pem), installer };
    },
  });

  override render(): TemplateResult {
    return html`<div class="stack">
      <label class="row">
        <input
          type="checkbox"
          .checked=${this.connection === 'dial'}
          @change=${(event: Event) =>
            (this.connection = (event.target as HTMLInputElement).checked ? 'dial' : 'listen')}
        />
        <span>${texts.dials} <span class="quiet">${texts.dialsWhen}</span></span>
      </label>
      ${renderReading(this.#parts, { what: 'the command', complete: (parts) => this.#whole(parts) })}
      ${errorNotice(this.#action.problem)}
    </div>`;
  }

  #whole(parts: Parts): TemplateResult {
    const warning = addressWarning(parts.installer);
    const hasPackages = parts.installer.packages.length > 0;
    return html`
      ${warning === null ? nothing : html`<p class="notice warn">${icon('warning')} <span>${warning}</span></p>`}
      ${
        hasPackages
          ? html`<fm-tabs
              label="System of the host"
              param=""
              .tabs=${TABS}
              .selected=${this.system}
              @fm-tab=${({ detail }: CustomEvent<System>) => (this.system = detail)}
            >
              <div class="stack">
                ${this.#line(parts)} ${expected(this.system, parts.installer, this.token !== null)}
              </div>
            </fm-tabs>`
          : this.#line(parts)
      }
    `;
  }

  #line({ fingerprint, installer }: Parts): TemplateResult {
    const proof = this.token === null ? { fingerprint } : { token: this.token };
    const line = enrollLine(installer, proof, { connection: this.connection });
    return html`<p>${installer.packages.length === 0 ? texts.copy : texts.installs} ${texts.trust}</p>
      <fm-copy name="enrollment command" value=${line}></fm-copy>
      ${this.token === null ? this.#withoutToken() : html`<p>${texts.withToken}</p>`}`;
  }

  #withoutToken(): TemplateResult {
    return html`<p>${texts.asks}</p>
      ${
        may(session.user, 'enrollment:manage')
          ? html`<p>
              <button ?disabled=${this.#action.isBusy} @click=${this.#makeToken}>
                ${icon('key')} ${texts.useToken}
              </button>
            </p>`
          : nothing
      }`;
  }

  #makeToken(): Promise<void> {
    return this.#action.run(async () => {
      const name = `One host, ${new Date().toISOString()}`;
      const body = { name, max_uses: 1, expires_in_secs: TOKEN_SECS };
      this.token = (await must(api.POST('/api/v1/admin/enrollment-tokens', { body }))).token;
    });
  }
}

function expected(system: System, installer: Installer, hasToken: boolean): TemplateResult {
  const { format, before } = SYSTEMS[system];
  const isMissing = !installer.packages.some((one) => one.format === format);
  return html`
    ${
      isMissing
        ? html`<p class="notice warn">
            ${icon('warning')} ${texts.noPackage}
            <a href="/docs/install/agents#packages-of-the-agent">${texts.whichPackage}</a>
          </p>`
        : nothing
    }
    <h3>${texts.steps}</h3>
    <p class="quiet">${before}</p>
    <ol>
      ${stepsOf(system, installer).map((step) => html`<li>${step}</li>`)}
    </ol>
    <h3>${texts.prints}</h3>
    <pre tabindex="0" role="region" aria-label=${texts.prints}>${printed(system, installer, hasToken)}</pre>
    <p class="quiet">${HOW_LONG}</p>
  `;
}

define('fm-enroll-host', FmEnrollHost);

/** SHA-256 of the public key of a certificate in PEM, hexadecimal: what an agent pins with `--ca-fingerprint`. */
async function rootFingerprint(pem: string): Promise<string> {
  const body = /-----BEGIN CERTIFICATE-----([^-]+)-----END/.exec(pem)?.[1];
  if (body === undefined) throw new Error('The root certificate is not in PEM.');
  const der = Uint8Array.from(atob(body.replace(/\s/g, '')), (char) => char.charCodeAt(0));
  const digest = await crypto.subtle.digest('SHA-256', publicKeyOf(der));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Certificate → TBSCertificate → its seventh field (after version, serial, algorithm, issuer, validity, subject). */
function publicKeyOf(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const tbs = inside(inside(der));
  let rest = tbs;
  for (let field = 0; field < 6; field += 1) rest = rest.subarray(lengthOf(rest).total);
  return rest.subarray(0, lengthOf(rest).total);
}

function inside(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { header, total } = lengthOf(der);
  return der.subarray(header, total);
}

/** The length of the first DER element's header, and of header and content, in bytes. */
function lengthOf(der: Uint8Array): { header: number; total: number } {
  const first = der[1] ?? 0;
  if (first < 0x80) return { header: 2, total: 2 + first };
  const count = first & 0x7f;
  const content = der.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { header: 2 + count, total: 2 + count + content };
}
