import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import '../../components/fm-time/fm-time.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import type { StatusText } from '../../components/fm-badge/status.ts';
import { parseTime } from '../../core/time.ts';
import { managerTime } from '../../core/managerTime.ts';

type Host = Schemas['Host'];

const SOON_MS = 30 * 86_400_000;

/** Tone and words for the time at which a certificate ends. */
export function certificateTone(expiresAt: Date, now: Date): StatusText {
  const leftMs = expiresAt.getTime() - now.getTime();
  if (leftMs <= 0) return ['bad', 'Expired'];
  return leftMs < SOON_MS ? ['warn', 'Expires soon'] : ['ok', 'Valid'];
}

export function hostFacts(host: Host): TemplateResult {
  return html`<dl class="facts">
    ${fact('Name', safeName(host.fqdn))}
    <dt>Address</dt>
    <dd>
      ${safeName(host.ip_address)}${host.connection === 'dial' ? nothing : `, port ${host.port}`}${moved(host)}
    </dd>
    ${host.connection === 'dial' ? link(host) : nothing} ${fact('System', known(host.os_name))}
    ${fact('Kernel', known(host.kernel))} ${fact('Architecture', known(host.arch))}
    ${fact('Agent', known(host.agent_version))}
    <dt>Certificate</dt>
    <dd>${certificate(host.certificate_expires_at)}</dd>
    <dt>Last seen</dt>
    <dd><fm-time .datetime=${host.last_seen_at}></fm-time></dd>
    <dt>Enrolled</dt>
    <dd><fm-time .datetime=${host.created_at} mode="absolute"></fm-time></dd>
    ${fact('Machine id', known(host.machine_id), 'mono')}
    ${host.tags.length === 0 ? nothing : fact('Tags', host.tags.map((tag) => safeName(tag)).join(', '))}
    ${Object.entries(host.annotations ?? {}).map(([key, value]) => fact(key, safeName(value)))}
    ${
      host.groups.length === 0
        ? nothing
        : fact('Groups', host.groups.map(({ name }) => safeName(name)).join(', '))
    }
  </dl>`;
}

/** How it is with the link of an agent that dials. */
function link({ connected_since: since }: Host): TemplateResult {
  return html`<dt>Connection</dt>
    <dd>
      ${
        since === null
          ? html`<fm-badge tone="bad" label="Not connected"></fm-badge>`
          : html`<fm-badge tone="ok" label="Connected"></fm-badge> since
              <fm-time .datetime=${since}></fm-time>`
      }
      <br /><span class="quiet">the agent connects to the manager</span>
    </dd>`;
}

function moved({ moved_at: at, moved_from: from }: Host): TemplateResult | typeof nothing {
  if (at === null || from === null) return nothing;
  return html`<br /><span class="quiet"
      >moved from ${safeName(from)} <fm-time .datetime=${at}></fm-time
    ></span>`;
}

function certificate(expires: string | null): TemplateResult {
  const at = parseTime(expires);
  if (!at) return html`<span class="quiet">none</span>`;
  const [tone, label] = certificateTone(at, managerTime());
  return html`<fm-badge tone=${tone} label=${label}></fm-badge> until
    <fm-time .datetime=${expires} mode="absolute"></fm-time>, <fm-time .datetime=${expires}></fm-time>`;
}

function fact(term: string, text: string, style = ''): TemplateResult {
  return html`<dt>${term}</dt>
    <dd class=${style}>${text}</dd>`;
}

function known(text: string | null): string {
  return text === null ? 'unknown' : safeName(text);
}
