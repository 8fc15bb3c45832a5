import { html, type TemplateResult } from 'lit';
import type { Column } from '../../../../web/components/fm-table/column.ts';
import '../../../../web/components/fm-time/fm-time.ts';
import { safeName } from '../../../../web/core/safeText.ts';
import type { Schemas } from '../../../../web/core/schema.ts';
import { statusBadge } from '../../../../web/components/fm-badge/status.ts';

export type Certificate = Schemas['Certificate'];

const KINDS: Readonly<Record<Schemas['CertificateKind'], string>> = {
  host: 'Host',
  manager: 'Manager',
  web: 'Web',
};

export const kindText = (certificate: Certificate): string => KINDS[certificate.kind];

/** Whose it is, as a person calls it. */
export function ownerText(certificate: Certificate): string {
  const fallback = certificate.kind === 'host' ? 'a host without a name' : 'this manager';
  return safeName(certificate.hostname) || fallback;
}

export function columnsFor(open: (certificate: Certificate) => void): Column<Certificate>[] {
  return [
    {
      key: 'host',
      header: 'Whose',
      width: 'minmax(8rem, 2fr)',
      render: (one): TemplateResult =>
        html`<button class="plain" aria-haspopup="dialog" tabindex="-1" @click=${() => open(one)}>
          ${ownerText(one)}
        </button>`,
    },
    {
      key: 'status',
      header: 'State',
      width: '8rem',
      render: ({ status }) => statusBadge('certificate', status),
    },
    {
      key: 'not_after',
      header: 'Expires',
      width: '8.5rem',
      hideBelowPx: 460,
      isSortable: true,
      render: ({ not_after: at }) => html`<fm-time datetime=${at}></fm-time>`,
    },
    {
      key: 'issued_at',
      header: 'Issued',
      width: '8.5rem',
      hideBelowPx: 640,
      isSortable: true,
      render: ({ issued_at: at }) => html`<fm-time datetime=${at}></fm-time>`,
    },
    { key: 'kind', header: 'For', width: '6rem', hideBelowPx: 720, render: kindText },
    {
      key: 'serial',
      header: 'Serial number',
      hideBelowPx: 900,
      render: ({ serial_number: serial }) => html`<code>${serial}</code>`,
    },
  ];
}
