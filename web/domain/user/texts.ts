import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';

type Role = Schemas['Role'];

/** Each role in a word, and what it may do in a line. */
export const ROLES: Readonly<Record<Role, readonly [name: string, what: string]>> = {
  admin: ['Administrator', 'Everything, on all hosts.'],
  operator: ['Operator', 'Patches hosts and manages windows, checks and groups.'],
  reporter: ['Reporter', 'Read-only, plus reports.'],
};

export const roleText = (role: Role): string => ROLES[role][0];

export const roleOptions = (Object.keys(ROLES) as Role[]).map((role) => ({
  value: role,
  label: ROLES[role][0],
}));

/** Which hosts a scope holds, in words; `all` is the text for no limit. */
export function scopeText(groupIds: readonly string[] | null, all: string): string {
  if (groupIds === null) return all;
  return groupIds.length === 0 ? 'No hosts' : `Hosts of ${plural(groupIds.length, 'group')}`;
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
