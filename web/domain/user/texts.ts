import { plural } from '../../core/format.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

type Role = Schemas['Role'];
export type FixedRole = Schemas['FixedRole'];

/** Each fixed role in a word, and what it may do in a line. */
export const ROLES: Readonly<Record<FixedRole, readonly [name: string, what: string]>> = {
  admin: ['Administrator', 'Everything, on all hosts.'],
  operator: ['Operator', 'Patches hosts and manages windows, checks and groups.'],
  reporter: ['Reporter', 'Read-only, plus reports.'],
};

export const FIXED_ROLES = Object.keys(ROLES) as FixedRole[];

const textsOf = (role: Role) => (Object.hasOwn(ROLES, role) ? ROLES[role as FixedRole] : null);

/** A custom role is called what its maker called it. */
export const roleText = (role: Role): string => textsOf(role)?.[0] ?? role;

export const roleHelp = (role: Role): string =>
  textsOf(role)?.[1] ?? 'A role of this manager: the page Roles says what it may do.';

export const roleOptions = FIXED_ROLES.map((role) => ({
  value: role,
  label: ROLES[role][0],
}));

const GROUPS_NAMED = 3;

/** Which hosts a scope holds, in words; `all` is the text for no limit. `names` are those of groups, where known. */
export function scopeText(
  groupIds: readonly string[] | null,
  all: string,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  if (groupIds === null) return all;
  if (groupIds.length === 0) return 'No hosts';
  const known = groupIds.flatMap((id) => names.get(id) ?? []).sort();
  if (known.length < groupIds.length) return `Hosts of ${plural(groupIds.length, 'group')}`;
  const more = known.length - GROUPS_NAMED;
  const named = known.slice(0, GROUPS_NAMED).map((name) => safeName(name));
  return more > 0 ? `${named.join(', ')} and ${plural(more, 'more group')}` : named.join(', ');
}

const METHODS: Readonly<Record<string, string>> = {
  password: 'by password',
  passkey: 'by passkey',
  webauthn: 'by passkey',
  sso: 'by single sign-on',
};

/** How somebody signed in, as the end of a sentence. */
export const methodText = (method: string): string => METHODS[method] ?? `by ${method}`;

const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A device in words that a person recognizes: “Firefox on Linux”. The text is the client's own, so it proves nothing.
 */
export function deviceText(device: string | null): string {
  if (device === null) return 'Unknown client';
  const named = (table: typeof BROWSERS): string | undefined =>
    table.find(([pattern]) => pattern.test(device))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? device.slice(0, 60);
}

/** A first password to hand over: 80 random bits in letters and digits that nobody mistakes for others. */
export function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const letters: string[] = [];
  while (letters.length < 16) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // Larger bytes are dropped: some letters would come more often.
    if (byte < alphabet.length * 8) letters.push(alphabet[byte % alphabet.length] ?? '');
  }
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** How long an API token may live, in seconds, as text. */
export const EXPIRIES = [30, 90, 180, 365].map((days) => ({
  value: String(days * 86_400),
  label: plural(days, 'day'),
}));
