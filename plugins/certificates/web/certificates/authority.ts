import { css, html, nothing, svg, type TemplateResult } from 'lit';
import '#web/components/fm-copy/fm-copy.ts';
import '#web/components/fm-time/fm-time.ts';
import { countText } from '#web/core/format.ts';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';
import { texts, weekText } from './texts.ts';
import { isPast, managerTime } from '#web/core/managerTime.ts';

type Authority = Schemas['Authority'];

const YEAR_MS = 365 * 86_400_000;

export const authorityStyles = css`
  .weeks {
    padding: 0;
    list-style: none;
  }

  .weeks li {
    display: grid;
    grid-template-columns: 8.5rem minmax(2rem, 1fr) minmax(3rem, max-content);
    align-items: center;
    gap: var(--fm-space-3);
    min-height: 1.75rem;
  }

  .weeks svg {
    width: 100%;
    height: 0.75rem;
  }

  .weeks rect {
    fill: var(--fm-info-mark);
  }

  .weeks .soon rect {
    fill: var(--fm-bad-mark);
  }

  .weeks .count {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }

  @media (forced-colors: active) {
    .weeks rect {
      fill: CanvasText;
    }
  }
`;

/** The authority: its name, what agents pin, how long it holds, and where its key is. */
export function authorityCard(authority: Authority, actions: unknown): TemplateResult {
  const endsSoon = Date.parse(authority.not_after) - managerTime().getTime() < YEAR_MS;
  const isListLate = isPast(authority.crl_next_update_at);
  return html`<section class="card" aria-labelledby="authority">
    <div class="row spread">
      <h2 id="authority">${texts.authority}</h2>
      <div class="row">${actions}</div>
    </div>
    <div class="stack">
      ${endsSoon ? warning(texts.endsSoon) : nothing} ${isListLate ? warning(texts.listLate) : nothing}
      <dl class="facts">
        <dt>Name</dt>
        <dd>${authority.name}</dd>
        <dt>Expires</dt>
        <dd><fm-time mode="absolute" datetime=${authority.not_after}></fm-time></dd>
        <dt>Pinned key (SHA-256)</dt>
        <dd><fm-copy name="SHA-256 of the public key" value=${authority.public_key_sha256}></fm-copy></dd>
        <dt>Fingerprint</dt>
        <dd><fm-copy name="SHA-256 of the certificate" value=${authority.fingerprint_sha256}></fm-copy></dd>
        <dt>Private key</dt>
        <dd>${texts.key[authority.key_kept] ?? authority.key_kept}</dd>
        <dt>Revocation list</dt>
        <dd>
          ${countText(authority.revoked_total)} revoked, signed
          <fm-time datetime=${authority.crl_signed_at}></fm-time>, valid until
          <fm-time mode="absolute" datetime=${authority.crl_next_update_at}></fm-time>
        </dd>
      </dl>
    </div>
  </section>`;
}

const warning = (text: string): TemplateResult =>
  html`<p class="notice warn">${icon('warning')} <span>${text}</span></p>`;

/** How many certificates end in each week. Those that renew in time never come near the first two weeks. */
export function timeline({ weeks }: Authority): TemplateResult {
  const most = Math.max(...weeks.map(({ certificates }) => certificates), 1);
  const rows = weeks
    .map((week, index) => ({ ...week, index }))
    .filter(({ certificates }) => certificates > 0);
  return html`<section class="card" aria-labelledby="timeline">
    <h2 id="timeline">${texts.timeline}</h2>
    <ol class="weeks">
      ${rows.map(
        ({ index, certificates, ...week }) =>
          html`<li class=${index < 2 ? 'soon' : ''}>
            <span>${weekText(index, week)}</span>
            <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 10">
              ${svg`<rect width=${(certificates / most) * 100} height="10"></rect>`}
            </svg>
            <span class="count">${countText(certificates)}</span>
          </li>`,
      )}
    </ol>
  </section>`;
}
