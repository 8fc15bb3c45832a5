import { proposedName } from '#web/core/proposedName.ts';
import type { Schemas } from '#web/core/schema.ts';

type Check = Schemas['HealthCheck'];

/** A check as its form holds it. */
export interface CheckDraft {
  kind: Schemas['HealthCheckKind'];
  /** Null: nobody has typed one, so that it is the proposed one. */
  name: string | null;
  enabled: boolean;
  service: string;
  /** Id of another host; '' for the check's own host. */
  target: string;
  url: string;
  /** Null: any from 200 to 299. */
  status: number | null;
  body: string;
  timeoutSecs: number | null;
  /** Null: as in the settings. */
  intervalSecs: number | null;
}

export const NEW_CHECK: CheckDraft = {
  kind: 'service',
  name: null,
  enabled: true,
  service: '',
  target: '',
  url: '',
  status: null,
  body: '',
  timeoutSecs: 10,
  intervalSecs: null,
};

type GroupCheck = Schemas['GroupHealthCheck'];

export const draftOf = (check: Check | GroupCheck): CheckDraft => ({
  kind: check.kind,
  name: check.name,
  enabled: check.enabled,
  service: check.service_name ?? '',
  target: 'target_host_id' in check ? (check.target_host_id ?? '') : '',
  url: check.url ?? '',
  status: check.expected_status,
  body: check.expected_body ?? '',
  timeoutSecs: check.timeout_secs,
  intervalSecs: check.interval_secs,
});

/** What a check is called while nobody has typed a name: its service, or the address that it calls. */
export const proposalOf = ({ kind, service, url }: CheckDraft): string =>
  proposedName([kind === 'service' ? service.replace(/\.service$/, '') : url.replace(/^https?:\/\//, '')]);

const nameOf = (draft: CheckDraft): string => (draft.name ?? proposalOf(draft)).trim();

const SERVICE = /^[A-Za-z0-9][A-Za-z0-9:_.@\\-]*$/;

const EACH_URL = /^https?:\/\/[^\s/?#@]*\{(fqdn|ip_address)\}[^\s/?#@]*([/?#]\S*)?$/;

/** What is wrong with it, by wire name; the manager judges the rest. `isOfGroup`: each host puts itself into the address. */
export function problemsOf(draft: CheckDraft, isOfGroup = false): Partial<Record<string, string>> {
  const wrong: Partial<Record<string, string>> = {};
  if (draft.name !== null && nameOf(draft) === '')
    wrong['name'] = 'Enter a name. Jobs waiting for the check show it.';
  if (draft.kind === 'service' && !SERVICE.test(draft.service))
    wrong['service_name'] = 'Enter the exact unit name, such as nginx or postgresql@16-main.service.';
  if (draft.kind === 'http' && !/^https?:\/\/[^\s]+$/.test(draft.url))
    wrong['url'] = 'Begin with http:// or https://.';
  else if (isOfGroup && draft.kind === 'http' && !EACH_URL.test(draft.url))
    wrong['url'] = 'Enter {fqdn} or {ip_address} in place of the host, such as https://{fqdn}/health.';
  const { status, timeoutSecs: timeout, intervalSecs: interval } = draft;
  if (status !== null && !(status >= 100 && status <= 599)) wrong['expected_status'] = 'From 100 to 599.';
  if (timeout === null || timeout < 1 || timeout > 60) wrong['timeout_secs'] = 'From 1 second to 60.';
  if (interval !== null && (interval < 30 || interval > 86_400))
    wrong['interval_secs'] = 'From 30 seconds to a day.';
  return wrong;
}

/** The request body, with only the fields of the check's kind. */
export function bodyOf(draft: CheckDraft): Omit<Schemas['CreateHealthCheckRequest'], 'kind'> {
  const common = {
    name: nameOf(draft),
    enabled: draft.enabled,
    timeout_secs: draft.timeoutSecs ?? 10,
    interval_secs: draft.intervalSecs,
  };
  if (draft.kind === 'service')
    return {
      ...common,
      service_name: draft.service,
      target_host_id: draft.target === '' ? null : draft.target,
    };
  return { ...common, url: draft.url, expected_status: draft.status, expected_body: draft.body || null };
}

/** The fields that changed: sent along, a target that is not healthy now would make the manager refuse a new name. */
export const changeOf = (check: Check, draft: CheckDraft): Schemas['UpdateHealthCheckRequest'] =>
  changed(bodyOf(draftOf(check)), bodyOf(draft));

/** The request body of a check of a group: each host's own agent is asked. */
export function groupBodyOf(draft: CheckDraft): Omit<Schemas['CreateGroupHealthCheckRequest'], 'kind'> {
  const { target_host_id: _, ...body } = bodyOf(draft);
  return body;
}

export const groupChangeOf = (
  check: GroupCheck,
  draft: CheckDraft,
): Schemas['UpdateGroupHealthCheckRequest'] => changed(groupBodyOf(draftOf(check)), groupBodyOf(draft));

function changed<Body extends object>(before: Body, now: Body): Partial<Body> {
  const was = new Map<string, unknown>(Object.entries(before));
  const entries = Object.entries(now).filter(([name, value]) => was.get(name) !== value);
  return Object.fromEntries(entries) as Partial<Body>;
}
