import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { wordsOf } from '../../core/words.ts';
import type { HostChange } from './changes.ts';

/** What is in the fields while a host is edited. */
export interface HostDraft {
  displayName: string;
  ipAddress: string;
  port: number | null;
  /** Separated by spaces. */
  tags: string;
  maintenanceMode: boolean;
}

export type EditedHost = Pick<
  Schemas['Host'],
  'display_name' | 'ip_address' | 'port' | 'tags' | 'maintenance_mode'
>;

const TAG = /^[A-Za-z0-9][A-Za-z0-9_.:/=@-]{0,63}$/;
const ADDRESS = /^[0-9A-Fa-f:.]{2,45}$/;
const MOST_TAGS = 50;

export function draftOf(host: EditedHost): HostDraft {
  return {
    displayName: host.display_name ?? '',
    ipAddress: host.ip_address,
    port: host.port,
    tags: host.tags.join(' '),
    maintenanceMode: host.maintenance_mode,
  };
}

/** What is wrong with each field, as a sentence, by the field's name in the API. */
export function draftProblems({ ipAddress, port, tags }: HostDraft): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  if (!ADDRESS.test(ipAddress.trim()))
    problems['ip_address'] = 'Enter an address, such as 10.0.4.21 or 2001:db8::1.';
  if (port === null || !Number.isInteger(port) || port < 1 || port > 65_535)
    problems['port'] = 'Enter a port from 1 to 65535.';
  const words = wordsOf(tags);
  const wrong = words.find((tag) => !TAG.test(tag));
  if (wrong !== undefined)
    problems['tags'] =
      `“${safeName(wrong)}” is not a valid tag: use only letters, digits and _ . : / = @ -, starting with a letter or digit.`;
  else if (words.length > MOST_TAGS) problems['tags'] = `A host can have at most ${MOST_TAGS} tags.`;
  return problems;
}

/** What differs from the values that the dialog opened with; the rest stays as others have it. */
export function changesOf(base: EditedHost, draft: HostDraft): HostChange {
  const change: HostChange = {};
  const name = draft.displayName.trim() || null;
  const address = draft.ipAddress.trim();
  const tags = wordsOf(draft.tags);
  if (name !== base.display_name) change.display_name = name;
  if (address !== base.ip_address) change.ip_address = address;
  if (draft.port !== null && draft.port !== base.port) change.port = draft.port;
  if (tags.join(' ') !== base.tags.join(' ')) change.tags = tags;
  if (draft.maintenanceMode !== base.maintenance_mode) change.maintenance_mode = draft.maintenanceMode;
  return change;
}

/** What somebody else has changed since, in words. */
export function theirChanges(base: EditedHost, now: EditedHost): string[] {
  const told: [boolean, string][] = [
    [
      base.display_name !== now.display_name,
      `the name is ${now.display_name === null ? 'gone' : `“${safeName(now.display_name)}”`} now`,
    ],
    [base.ip_address !== now.ip_address, `the address is ${safeName(now.ip_address)} now`],
    [base.port !== now.port, `the port is ${now.port} now`],
    [
      base.tags.join(' ') !== now.tags.join(' '),
      `the tags are ${now.tags.length === 0 ? 'gone' : now.tags.map((tag) => safeName(tag)).join(', ')} now`,
    ],
    [
      base.maintenance_mode !== now.maintenance_mode,
      `maintenance mode is ${now.maintenance_mode ? 'on' : 'off'} now`,
    ],
  ];
  return told.flatMap(([isOther, text]) => (isOther ? [text] : []));
}
