import { fullFormats } from 'ajv-formats/dist/formats.js';
import { actors, type Role } from '#sdk';

/** What the provider says about a person, after verification. */
export type Claims = Readonly<Record<string, unknown>>;

/** A row of the mapping: a person whose claim has this value gets the role, on the hosts of these groups. */
export interface RoleRow {
  value: string;
  role: Role;
  /** Null: all hosts. */
  groupIds: readonly string[] | null;
}

/** What becomes of people whom no row fits. */
export type Unmapped = 'reporter' | 'no_hosts' | 'refuse';

/** The role that the claim gives; `local`: roles are given in Fleetmend, and stay. */
export type RoleVerdict =
  | { kind: 'local' }
  /** `isUnmapped`: no row fits, so who was limited to some hosts must not see more. */
  | { kind: 'given'; role: Role; groupIds: readonly string[] | null; isUnmapped: boolean }
  | { kind: 'refused' };

const WELL_KNOWN = '/.well-known/openid-configuration';

/**
 * The address of a provider's configuration document (OpenID Connect Discovery 1.0, 4.1); people type that address or
 * the issuer. Null: the text is no address that starts with https.
 */
export function discoveryAddress(typed: string): URL | null {
  const url = URL.parse(typed.trim());
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '')
    return null;
  if (!url.pathname.endsWith(WELL_KNOWN)) url.pathname = `${url.pathname.replace(/\/$/, '')}${WELL_KNOWN}`;
  return url;
}

/** Whether the document at this address may speak for the issuer (Discovery 1.0, 4.3). */
export function isIssuerOf(issuer: string, address: URL): boolean {
  return discoveryAddress(issuer)?.href === address.href;
}

/** A claim by its name, or by a path of names with dots between them. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let at: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** The texts of a claim, which holds one or a list of them. */
export function textsOf(claim: unknown): string[] {
  return (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
}

/**
 * The role that a person's values give; `held` is what each role may do, nothing for one that is gone. Of several roles
 * that fit, the one counts that holds all that the others do, or else that of the first row, with the hosts of all rows
 * that give it. Hosts of the other rows are left out: the person would have that role on them.
 */
export function judgeRole(
  values: readonly string[],
  mapping: readonly RoleRow[],
  unmapped: Unmapped,
  held: ReadonlyMap<string, readonly string[]>,
): RoleVerdict {
  if (mapping.length === 0) return { kind: 'local' };
  const fitting = mapping.filter(({ value }) => values.includes(value));
  const holds = (role: Role): readonly string[] => held.get(role) ?? [];
  const roles = [...new Set(fitting.map(({ role }) => role))];
  const known = roles.filter((role) => holds(role).length > 0);
  if (roles.length > 0 && known.length === 0) return { kind: 'refused' };
  const role =
    known.find((one) => known.every((other) => actors.beyond(holds(other), holds(one)).length === 0)) ??
    known[0];
  const winners = fitting.filter((row) => row.role === role);
  if (role === undefined) {
    if (unmapped === 'refuse') return { kind: 'refused' };
    const groupIds = unmapped === 'no_hosts' ? [] : null;
    return { kind: 'given', role: 'reporter', groupIds, isUnmapped: true };
  }
  const isEverywhere = winners.some(({ groupIds }) => groupIds === null);
  const groupIds = isEverywhere ? null : [...new Set(winners.flatMap((row) => row.groupIds ?? []))].sort();
  return { kind: 'given', role, groupIds, isUnmapped: false };
}

/** Whether the provider says, in the configured words, that two factors were proved. */
export function hasTwoFactors(
  claims: Claims,
  { acrValues, amrValues }: { acrValues: readonly string[]; amrValues: readonly string[] },
): boolean {
  const saysAcr = textsOf(claims['acr']).some((value) => acrValues.includes(value));
  return saysAcr || textsOf(claims['amr']).some((value) => amrValues.includes(value));
}

const NAME_LENGTH = 56;

/** A user name for a new account, in the form that the contract allows; it may be taken. */
export function usernameOf(claims: Claims, { cutsMailNames }: { cutsMailNames: boolean }): string {
  const given = [claims['preferred_username'], claims['nickname'], claims['given_name']].find(
    (value) => typeof value === 'string' && value !== '',
  );
  const whole = typeof given === 'string' ? given.slice(0, 512) : '';
  const cut = cutsMailNames ? (whole.split('@')[0] ?? '') : whole;
  const plain = cut
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._@-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, NAME_LENGTH);
  return plain === '' ? 'user' : plain;
}

/** A text of the claims, fit for display: one line, shortened; null: there is none. */
export function shownText(claim: unknown, maxLength: number): string | null {
  if (typeof claim !== 'string') return null;
  const line = claim
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    // Not half of a character at the cut.
    .replace(/[\ud800-\udbff]$/, '');
  return line === '' ? null : line;
}

const MAIL_LENGTH = 254;

/** As the contract takes one (the format `email`), or nobody could save the account once more. */
const MAIL = fullFormats.email as RegExp;

/** A mail address of the claims; null: there is none, or a longer one, which cut would be somebody else's. */
export function mailOf(claim: unknown): string | null {
  const line = shownText(claim, MAIL_LENGTH + 1);
  return line !== null && line.length <= MAIL_LENGTH && MAIL.test(line) ? line : null;
}

/**
 * A path of this web UI that may be sent to a browser. Another origin, in any spelling (`/\evil.example`), becomes `/`;
 * a fragment is dropped, for the answer sets its own.
 */
export function pathOfUi(given: string | undefined): string {
  const base = 'https://ui.invalid';
  const url = URL.parse(given ?? '/', base);
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}`;
}

const CLOCK_SKEW_MS = 60_000;

/**
 * When the person proved at the provider who they are; never in the future. Null: the provider does not say, and it may
 * have been days ago.
 */
export function provedAt(claims: Claims, now: Date): Date | null {
  const secs = claims['auth_time'];
  if (typeof secs !== 'number' || !Number.isFinite(secs) || secs < 0) return null;
  return new Date(Math.min(secs * 1_000, now.getTime()));
}

/** Whether the proof was given after the provider was asked, as far as two clocks can tell. */
export function isProvedSince(claims: Claims, asked: Date, now: Date): boolean {
  const proved = provedAt(claims, now);
  return proved !== null && proved.getTime() >= asked.getTime() - CLOCK_SKEW_MS;
}
