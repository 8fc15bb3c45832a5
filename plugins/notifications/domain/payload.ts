import type { BackupContent, Content, ExpiryContent, JobContent } from './contents.ts';

export interface PayloadParts {
  /** Made of the fact and the webhook: the same at every attempt. */
  id: string;
  at: Date;
  content: Content;
  managerUrl: string;
}

/** The body of a webhook's call, as `WebhookPayload` of the contract has it. */
export function payloadOf({ id, at, content, managerUrl }: PayloadParts): string {
  return bodyOf({ id, at, fact: content.fact, data: dataOf(content, managerUrl) });
}

interface Body {
  id: string;
  at: Date;
  fact: Content['fact'] | 'test';
  data: object;
}

/** By the names of Standard Webhooks, and by older ones. */
export function bodyOf({ id, at, fact, data }: Body): string {
  const timestamp = at.toISOString();
  return JSON.stringify({ id, type: fact, timestamp, data, fact, at: timestamp });
}

function dataOf(content: Content, managerUrl: string): object {
  if (content.fact === 'certificate.expiring') return expiryData(content);
  if (content.fact === 'backup.failed') return backupData(content);
  // These go only by mail.
  if (content.fact === 'report.made' || content.fact === 'report.failed') return {};
  if (content.fact === 'api_token.rotated') return {};
  return content.fact === 'window.upcoming' ? windowData(content) : jobData(content, managerUrl);
}

function expiryData({ items, total }: ExpiryContent) {
  return {
    expiries_total: total,
    expiries: items.map(({ kind, name, hostId, endsAt, daysLeft, todo }) => ({
      kind,
      name,
      host_id: hostId,
      ends_at: endsAt,
      days_left: daysLeft,
      todo,
    })),
  };
}

const backupData = ({ message, directory, lastMadeAt }: BackupContent) => ({
  message,
  directory,
  last_made_at: lastMadeAt,
});

function jobData(content: JobContent, managerUrl: string) {
  const { job, hostsTotal, hostsCompleted, hostsTroubled, troubled } = content;
  const { id, seq, name, operation, state } = job;
  return {
    job: { id, seq, name, operation, state, url: `${managerUrl}/jobs/${id}` },
    hosts_total: hostsTotal,
    hosts_completed: hostsCompleted,
    hosts_troubled: hostsTroubled,
    hosts: troubled.map((host) => ({
      host_id: host.hostId,
      fqdn: host.fqdn,
      state: host.state,
      code: host.code,
      message: host.message,
    })),
  };
}

function windowData(content: Extract<Content, { fact: 'window.upcoming' }>) {
  const { startsAt, endsAt, lead, windows, hosts, hostsTotal, jobs } = content;
  return {
    starts_at: startsAt,
    ends_at: endsAt,
    lead,
    windows,
    hosts_total: hostsTotal,
    hosts: hosts.map(({ hostId, fqdn }) => ({ host_id: hostId, fqdn })),
    jobs: jobs.map(({ id, name, operation, hostsTotal: some }) => ({
      id,
      name,
      operation,
      hosts_total: some,
    })),
  };
}
