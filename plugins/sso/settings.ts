import { type Context, type Role, setting, validationError } from '#sdk';
import { discoveryAddress, type RoleRow, type Unmapped } from './domain.ts';

const ROLE = /^[a-z][a-z0-9-]{1,39}$/;
const MAX_ROWS = 200;
const MAX_GROUPS = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One row of the mapping, in wire names, as it is stored and answered. */
interface WireRow {
  value: string;
  role: Role;
  group_ids?: readonly string[];
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 256;

function judgeRow(row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return 'must be an object';
  const { value, role, group_ids: groups, ...others } = row as Record<string, unknown>;
  if (Object.keys(others).length > 0) return 'has fields that are not known';
  if (!isText(value)) return 'needs a value of 1 to 256 characters';
  if (typeof role !== 'string' || !ROLE.test(role)) return 'needs the name of a role';
  if (groups === undefined) return null;
  const fits = Array.isArray(groups) && groups.length > 0 && groups.length <= MAX_GROUPS;
  return fits && groups.every((id) => typeof id === 'string' && UUID.test(id))
    ? null
    : `needs 1 to ${MAX_GROUPS} ids of groups, or none at all`;
}

const roleMapping: setting.Field<readonly WireRow[]> = {
  fallback: [],
  judge(value) {
    if (!Array.isArray(value) || value.length > MAX_ROWS) return `must be a list of at most ${MAX_ROWS}`;
    const wrong = value.findIndex((row) => judgeRow(row) !== null);
    return wrong < 0 ? null : `entry ${wrong + 1} ${judgeRow(value[wrong])}`;
  },
};

function judgeReturnAddress(value: string): string | null {
  const url = URL.parse(value);
  const fits = url && ['https:', 'http:'].includes(url.protocol) && url.hash === '' && url.search === '';
  return value === '' || fits ? null : 'must be an address that starts with https://, without a query';
}

const factorValues = (): setting.Field<readonly string[]> =>
  setting.texts({
    maxItems: 20,
    item: setting.text('', { maxLength: 256, judge: (value) => (value === '' ? 'must not be empty' : null) }),
  });

export const oidcSection = setting.section(
  'oidc',
  {
    enabled: setting.flag(false),
    provider_type: setting.choice('custom', ['provider_one', 'provider_two', 'custom']),
    display_name: setting.text('', { maxLength: 100 }),
    discovery_url: setting.text('', {
      maxLength: 2048,
      judge: (value) =>
        value === '' || discoveryAddress(value)
          ? null
          : 'must be an address that starts with https://, without user, password and #',
    }),
    client_id: setting.text('', { maxLength: 256 }),
    client_secret: setting.secret({ maxLength: 1024, sentTo: ['discovery_url', 'client_id'] }),
    redirect_uri: setting.text('', { maxLength: 2048, judge: judgeReturnAddress }),
    scopes: setting.text('', {
      maxLength: 512,
      judge: (value) =>
        value === '' || value.split(' ').includes('openid') ? null : 'must hold the scope openid',
    }),
    auto_provision: setting.flag(true),
    role_claim: setting.text('', { maxLength: 256 }),
    role_mapping: roleMapping,
    unmapped: setting.choice('reporter', ['reporter', 'no_hosts', 'refuse']),
    mfa_acr_values: factorValues(),
    mfa_amr_values: factorValues(),
  },
  {
    check({ after }) {
      const issue = (field: string, message: string) =>
        validationError([{ path: `/body/oidc/${field}`, message }]);
      if (after.enabled && after.discovery_url === '')
        throw issue('discovery_url', 'is needed where single sign-on is switched on');
      if (after.enabled && after.client_id === '')
        throw issue('client_id', 'is needed where single sign-on is switched on');
      if (after.role_mapping.length > 0 && claimOf(after) === '')
        throw issue('role_claim', 'must name a claim, for role_mapping has rows');
    },
  },
);

export type Stored = { readonly [Name in keyof typeof oidcSection.fields]: StoredValue<Name> };
type StoredValue<Name extends keyof typeof oidcSection.fields> =
  (typeof oidcSection.fields)[Name] extends setting.Field<infer V> ? V : never;

/** What an empty field means for a product. Each is described in the contract, at `OidcProviderType`. */
interface Profile {
  scopes: string;
  roleClaim: string;
  /** The user name ends before the first `@`: the product's user names are mail addresses. */
  cutsMailNames: boolean;
}

export const SCOPES = 'openid profile email';
const PROFILES: Readonly<Record<Stored['provider_type'], Profile>> = {
  provider_one: { scopes: SCOPES, roleClaim: 'realm_access.roles', cutsMailNames: false },
  provider_two: { scopes: SCOPES, roleClaim: 'roles', cutsMailNames: true },
  custom: { scopes: SCOPES, roleClaim: '', cutsMailNames: false },
};

const claimOf = (stored: Pick<Stored, 'role_claim' | 'provider_type'>): string =>
  stored.role_claim || PROFILES[stored.provider_type].roleClaim;

/** The configuration as this plugin works with it: empty fields filled in. */
export interface Oidc {
  /** Switched on, with all that a sign-in needs. */
  isOn: boolean;
  displayName: string;
  /** The address of the provider's configuration document; null while it is not set. */
  discovery: URL | null;
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  redirectUri: string;
  scopes: string;
  autoProvision: boolean;
  /** Empty: no claim. */
  roleClaim: string;
  roleMapping: readonly RoleRow[];
  unmapped: Unmapped;
  acrValues: readonly string[];
  amrValues: readonly string[];
  cutsMailNames: boolean;
}

/** Reads the settings as they were at most 2 s ago. */
export async function readOidc(ctx: Context): Promise<Oidc> {
  const stored: Stored = await ctx.settings.get(oidcSection);
  const profile = PROFILES[stored.provider_type];
  const discovery = stored.discovery_url === '' ? null : discoveryAddress(stored.discovery_url);
  return {
    isOn: stored.enabled && discovery !== null && stored.client_id !== '',
    displayName: stored.display_name,
    discovery,
    clientId: stored.client_id,
    clientSecret: stored.client_secret,
    redirectUri: stored.redirect_uri || callbackUrl(ctx.config),
    scopes: stored.scopes || profile.scopes,
    autoProvision: stored.auto_provision,
    roleClaim: claimOf(stored),
    roleMapping: stored.role_mapping.map(({ value, role, group_ids: groupIds = null }) => ({
      value,
      role,
      groupIds,
    })),
    unmapped: stored.unmapped,
    acrValues: stored.mfa_acr_values,
    amrValues: stored.mfa_amr_values,
    cutsMailNames: profile.cutsMailNames,
  };
}

/** The return address to register at the provider: it follows from how people reach the manager. */
export function callbackUrl({ publicUrl, listen, port }: Context['config']): string {
  const host = listen.includes(':') ? `[${listen}]` : listen;
  return new URL('/api/v1/auth/sso/callback', publicUrl ?? `https://${host}:${port}`).href;
}
