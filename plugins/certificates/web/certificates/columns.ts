import { html, type TemplateResult } from 'lit';
import type { Column } from '#web/components/fm-table/column.ts';
import '#web/components/fm-time/fm-time.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { statusBadge } from '#web/components/fm-badge/status.ts';

export type Certificate = Schemas['Certificate'];

const KINDS: Readonly<Record<Schemas['CertificateKind'], string>> = {
  host: 'Host',
  manager: 'Manager',
  web: 'Web',
};

export const kindText = (certificate: Certificate): string => KINDS[certificate.kind];

/** The owner of the certificate, as people call it. */
export function ownerText(certificate: Certificate): string {
  const fallback = certificate.kind === 'host' ? 'unnamed host' : 'this manager';
  return safeName(certificate.hostname) || fallback;
}

export function columnsFor(open: (certificate: Certificate) => void): Column<Certificate>[] {
  return [
    {
      key: 'host',
      header: 'Subject',
      minRem: 16,
      grow: 2,
      render: (one): TemplateResult =>
        html`<button class="plain" aria-haspopup="dialog" tabindex="-1" @click=${() => open(one)}>
          ${ownerText(one)}
        </button>`,
    },
    {
      key: 'status',
      header: 'State',
      minRem: 8,
      render: ({ status }) => statusBadge('certificate', status),
    },
    {
      key: 'not_after',
      header: 'Expires',
      minRem: 8.5,
      isSortable: true,
      render: ({ not_after: at }) => html`<fm-time mode="date" datetime=${at}></fm-time>`,
    },
    {
      key: 'issued_at',
      header: 'Issued',
      minRem: 8.5,
      priority: 3,
      isSortable: true,
      render: ({ issued_at: at }) => html`<fm-time mode="date" datetime=${at}></fm-time>`,
    },
    { key: 'kind', header: 'Type', minRem: 6, priority: 3, render: kindText },
    {
      key: 'serial',
      header: 'Serial number',
      minRem: 20,
      priority: 4,
      render: ({ serial_number: serial }) => html`<code>${serial}</code>`,
    },
  ];
}
