import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, must } from '#web/core/api.ts';
import '#web/components/fm-copy/fm-copy.ts';
import '#web/components/fm-dialog/fm-dialog.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { define, FmElement } from '#web/core/element.ts';
import { icon } from '#web/icons/icons.ts';
import { safeName } from '#web/core/safeText.ts';
import { startOnce } from '#web/core/edits.ts';
import { statusBadge } from '#web/components/fm-badge/status.ts';
import { kindText, ownerText, type Certificate } from './columns.ts';

const styles = css`
  fm-dialog {
    --fm-dialog-width: 42rem;
  }
`;

/** One certificate in full, with its actions. Fires `fm-changed` after an action, and `fm-closed`. */
export class FmCertificate extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { certificate: { attribute: false } };
  declare certificate: Certificate | null;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.certificate = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('certificate')) this.#action.forget();
  }

  override render(): unknown {
    const { certificate } = this;
    if (!certificate) return nothing;
    const { isBusy, problem } = this.#action;
    // The manager renews its own certificates.
    const canAct = certificate.kind === 'host' && certificate.status === 'active';
    return html`<fm-dialog
      heading="Certificate of ${ownerText(certificate)}"
      open
      ?locked=${isBusy}
      @fm-close=${() => this.dispatchEvent(new CustomEvent('fm-closed'))}
    >
      <div class="stack">${errorNotice(problem)} ${facts(certificate)}</div>
      ${
        canAct
          ? html`<button slot="actions" ?disabled=${isBusy} @click=${this.#renew}>
                ${icon('refresh')} ${isBusy ? 'Renewing …' : 'Renew'}
              </button>
              <button slot="actions" class="danger" ?disabled=${isBusy} @click=${this.#revoke}>
                Revoke
              </button>`
          : nothing
      }
    </fm-dialog>`;
  }

  /** Asks for no confirmation: the host keeps the old certificate until it has used the new one. */
  async #renew(): Promise<void> {
    const { certificate } = this;
    if (!certificate) return;
    await this.#act(`Certificate of ${ownerText(certificate)} renewed`, () =>
      startOnce(['/renew', certificate.id], (header) =>
        must(
          api.POST('/api/v1/certificates/{certificate_id}/renew', {
            params: { path: { certificate_id: certificate.id }, header },
          }),
        ),
      ),
    );
  }

  async #revoke(): Promise<void> {
    const { certificate } = this;
    if (!certificate) return;
    const owner = ownerText(certificate);
    const isSure = await confirmAction({
      title: `Revoke the certificate of ${owner}?`,
      text: `This cannot be undone. Within 5 seconds the manager rejects ${owner}, also on open connections, and cannot patch it until it is enrolled again.`,
      items: [`${owner}, serial number ${certificate.serial_number}`],
      action: 'Revoke',
    });
    if (!isSure) return;
    await this.#act(`Certificate of ${owner} revoked`, () =>
      must(
        api.DELETE('/api/v1/certificates/{certificate_id}', {
          params: { path: { certificate_id: certificate.id } },
        }),
      ),
    );
  }

  #act(done: string, work: () => Promise<unknown>): Promise<void> {
    return this.#action.run(async () => {
      await work();
      announce(done);
      this.dispatchEvent(new CustomEvent('fm-changed', { detail: done }));
    });
  }
}

function facts(certificate: Certificate): TemplateResult {
  const { revoked_at: revokedAt, revocation_reason: reason, host_id: hostId } = certificate;
  return html`<dl class="facts">
    <dt>State</dt>
    <dd>${statusBadge('certificate', certificate.status)}</dd>
    <dt>Type</dt>
    <dd>
      ${
        hostId === null
          ? kindText(certificate)
          : html`<a href="/hosts/${encodeURIComponent(hostId)}">${ownerText(certificate)}</a>`
      }
    </dd>
    <dt>Valid</dt>
    <dd>
      <fm-time mode="absolute" datetime=${certificate.not_before}></fm-time> to
      <fm-time mode="absolute" datetime=${certificate.not_after}></fm-time>
    </dd>
    ${
      revokedAt === null
        ? nothing
        : html`<dt>Revoked</dt>
            <dd>
              <fm-time mode="absolute" datetime=${revokedAt}></fm-time>
              ${reason === null ? nothing : html`(${safeName(reason)})`}
            </dd>`
    }
    <dt>Serial number</dt>
    <dd><code>${certificate.serial_number}</code></dd>
    <dt>Names</dt>
    <dd>${certificate.subject_alt_names.map((name) => html`<div><code>${safeName(name)}</code></div>`)}</dd>
    <dt>SHA-256</dt>
    <dd><fm-copy name="fingerprint" value=${certificate.fingerprint_sha256}></fm-copy></dd>
  </dl>`;
}

define('fm-certificate', FmCertificate);
