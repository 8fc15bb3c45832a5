import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, ApiError, must } from '#web/core/api.ts';
import '#web/components/fm-badge/fm-badge.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import '#web/components/fm-copy/fm-copy.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { define, FmElement } from '#web/core/element.ts';
import { icon } from '#web/icons/icons.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';

type EnrollmentRequest = Schemas['EnrollmentRequest'];

/** What was done with a request. */
export interface Decided {
  done: string;
  isApproved: boolean;
}

const styles = css`
  h2 {
    font-size: var(--fm-size-large);
    overflow-wrap: anywhere;
  }

  .stack {
    margin-top: var(--fm-space-3);
  }
`;

/**
 * One host that asks to be let in: what tells it apart, approve, deny. Fires `fm-decided` with what was done and whether
 * there is a new host, and `fm-toggle` when it is selected or no longer.
 */
export class FmRequest extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { request: { attribute: false }, selected: { type: Boolean } };
  declare request: EnrollmentRequest | null;
  /** Whether it is among those that are decided together. */
  declare selected: boolean;
  readonly #action = new Action(this);

  constructor() {
    super();
    this.request = null;
    this.selected = false;
  }

  override render(): unknown {
    const { request } = this;
    if (!request) return nothing;
    const { isBusy, problem } = this.#action;
    const name = safeName(request.fqdn);
    const approve = request.machine_id_in_use ? 'Replace existing host' : 'Approve';
    return html`<article class="card" aria-label="Request of ${name}">
      <div class="row spread">
        <label class="row">
          <input
            type="checkbox"
            aria-label="Select ${name}"
            .checked=${this.selected}
            @change=${() => this.dispatchEvent(new CustomEvent('fm-toggle'))}
          />
          <h2>${name}</h2>
        </label>
        <div class="row">
          <button aria-label="Deny ${name}" ?disabled=${isBusy} @click=${() => void this.#deny(request)}>
            Deny
          </button>
          <button
            class="primary"
            aria-label="${approve}: ${name}"
            ?disabled=${isBusy}
            @click=${() => void this.#approve(request)}
          >
            ${icon('check')} ${approve}
          </button>
        </div>
      </div>
      <div class="stack">
        ${errorNotice(problem)} ${request.machine_id_in_use ? inUse() : nothing}
        ${request.fqdn_in_use ? nameInUse() : nothing} ${request.endpoint_in_use ? endpointInUse() : nothing}
        ${request.twin_pending ? twin() : nothing} ${facts(request)}
      </div>
    </article>`;
  }

  async #approve(request: EnrollmentRequest): Promise<void> {
    const name = safeName(request.fqdn);
    const replace = request.machine_id_in_use;
    if (replace && !(await confirmReplace(name, request.machine_id))) return;
    await this.#act({ done: `${name} approved`, isApproved: true }, () =>
      must(
        api.POST('/api/v1/admin/enrollments/{enrollment_id}/approve', {
          params: { path: { enrollment_id: request.id }, query: replace ? { replace: true } : {} },
        }),
      ),
    );
  }

  async #deny(request: EnrollmentRequest): Promise<void> {
    const name = safeName(request.fqdn);
    const isSure = await confirmAction({
      title: `Deny ${name}?`,
      text: 'This request cannot be approved later. The host can request enrollment again.',
      items: [`${name} at ${safeName(request.ip_address)}`],
      action: 'Deny',
    });
    if (!isSure) return;
    await this.#act({ done: `${name} denied`, isApproved: false }, () =>
      must(
        api.DELETE('/api/v1/admin/enrollments/{enrollment_id}/deny', {
          params: { path: { enrollment_id: request.id } },
        }),
      ),
    );
  }

  async #act({ done, isApproved }: Decided, work: () => Promise<unknown>): Promise<void> {
    await this.#action.run(async () => {
      await work();
      announce(done);
      // Updates the count in the navigation: no live event tells of a decision.
      window.dispatchEvent(new Event('fm-waiting-changed'));
      this.dispatchEvent(new CustomEvent('fm-decided', { detail: { done, isApproved } }));
    });
    const { problem } = this.#action;
    // The machine id was taken since this was read: the request now offers what fits that.
    if (this.request && problem instanceof ApiError && problem.code === 'MACHINE_ID_IN_USE')
      this.request = { ...this.request, machine_id_in_use: true };
  }
}

function confirmReplace(name: string, machineId: string): Promise<boolean> {
  return confirmAction({
    title: `Replace the existing host that ${name} claims to be?`,
    text: 'The certificates of the existing host are revoked, which cannot be undone; its history is kept. Do this only if it is the same machine: a clone needs its own machine id first.',
    items: [`${name}, machine id ${safeName(machineId)}`],
    action: 'Revoke and replace',
  });
}

function inUse(): TemplateResult {
  return html`<p class="notice warn">
    ${icon('warning')}
    <span>
      <strong>Another host has this machine id.</strong> Either the same machine is enrolling again, or this
      is a clone: give the clone a new machine id, and deny this request.
    </span>
  </p>`;
}

function nameInUse(): TemplateResult {
  return html`<p class="notice warn">
    ${icon('warning')}
    <span>
      <strong>Another host has this name.</strong> This is a different machine: approving it creates a second
      host with the same name.
    </span>
  </p>`;
}

function endpointInUse(): TemplateResult {
  return html`<p class="notice warn">
    ${icon('warning')}
    <span>
      <strong>Another host uses this address and port.</strong> Only one of the two can be reached there. Deny
      this request, unless you know that the other host is gone or moves.
    </span>
  </p>`;
}

function twin(): TemplateResult {
  return html`<p class="notice warn">
    ${icon('warning')}
    <span>
      <strong>Another pending request has this machine id.</strong> One of the two is a different machine, or
      both are clones of one image: compare the fingerprints on the hosts.
    </span>
  </p>`;
}

function facts(request: EnrollmentRequest): TemplateResult {
  const { os_details: system, source_address: source } = request;
  const address = safeName(`${request.ip_address} port ${request.port}`);
  const isElsewhere = source !== null && source !== request.ip_address;
  return html`<p>Compare this fingerprint with the one shown by the agent on the host:</p>
    <fm-copy
      name="fingerprint of ${safeName(request.fqdn)}"
      value=${request.public_key_fingerprint}
    ></fm-copy>
    <dl class="facts">
      <dt>Address</dt>
      <dd>
        ${request.connection === 'dial' ? html`Connects to the manager; last at ${safeName(request.ip_address)}` : address}
        ${isElsewhere ? html`<br /><span class="quiet">The request came from ${safeName(source)}.</span>` : nothing}
      </dd>
      <dt>Machine id</dt>
      <dd>
        <code>${safeName(request.machine_id)}</code>
        ${request.machine_id_in_use ? html`<fm-badge tone="warn" label="In use"></fm-badge>` : nothing}
      </dd>
      <dt>System</dt>
      <dd>
        ${safeName([system['name'] ?? system['os_family'] ?? 'unknown', system['arch'] ?? ''].join(' '))}
      </dd>
      <dt>Requested</dt>
      <dd>
        <fm-time datetime=${request.created_at}></fm-time>, expires
        <fm-time datetime=${request.expires_at}></fm-time>
      </dd>
    </dl>`;
}

define('fm-request', FmRequest);
