import { html, nothing, type TemplateResult } from 'lit';
import '../../../../web/components/fm-badge/fm-badge.ts';
import '../../../../web/components/fm-copy/fm-copy.ts';
import '../../../../web/components/fm-time/fm-time.ts';
import { countText } from '../../../../web/core/format.ts';
import { safeLine, safeName } from '../../../../web/core/safeText.ts';
import { ROOT_STATES, type Root } from './rotationTexts.ts';

/** What is known of a root certificate: its state, its end, and how many certificates it has signed. */
export function rootFacts(root: Root): TemplateResult {
  const {
    name,
    state,
    not_after: end,
    host_certificates: count,
    fingerprint_sha256: sha,
    issuer_name: above,
  } = root;
  const [tone, label] = ROOT_STATES[state];
  return html`<dl class="facts">
    <dt>${safeName(name)}</dt>
    <dd><fm-badge tone=${tone} label=${label}></fm-badge></dd>
    ${
      above === null
        ? nothing
        : html`<dt>Signed by</dt>
            <dd>${safeLine(above, 253)}</dd>`
    }
    <dt>Valid until</dt>
    <dd><fm-time mode="absolute" datetime=${end}></fm-time></dd>
    <dt>Signed for</dt>
    <dd>${countText(count)} certificates of hosts in force</dd>
    <dt>Fingerprint</dt>
    <dd><fm-copy name="SHA-256 of ${safeName(name)}" value=${sha}></fm-copy></dd>
  </dl>`;
}
