import type { Schemas } from '#web/core/schema.ts';

export type FieldName = keyof Schemas['OidcSettings'];

/** What becomes of the client's secret when the form is saved. */
export type SecretState =
  /** None is saved, and none was typed. */
  | 'none'
  | 'kept'
  | 'new'
  /** Somebody removed it by hand. */
  | 'removed'
  /** It would be sent elsewhere, so the manager forgets it. */
  | 'cleared';

type ProviderType = Schemas['OidcProviderType'];

/** The labels of every field, in the order of the page. */
export const labels: Readonly<Record<FieldName, string>> = {
  enabled: 'Enable single sign-on',
  provider_type: 'Provider',
  display_name: 'Name on the button',
  discovery_url: 'Issuer',
  client_id: 'Client id',
  client_secret: 'Client secret',
  scopes: 'Scopes',
  redirect_uri: 'Redirect URI override',
  auto_provision: 'Create account at first sign-in',
  role_claim: 'Groups or roles claim',
  role_mapping: 'Roles',
  unmapped: 'Unmatched users',
  mfa_acr_values: 'acr values that count as two factors',
  mfa_amr_values: 'amr values that count as two factors',
};

export const texts = {
  title: 'Single sign-on',
  what: 'Sign-in at your identity provider by OpenID Connect. Local passwords keep working.',
  provider: 'Provider',
  people: 'Provisioning and roles',
  factors: 'Second factor',
  enabledHelp: 'Shows a button on the sign-in page.',
  nameHelp: 'Shown on the sign-in page as “Continue with …”.',
  issuerHelp:
    'Issuer URL or the URL of the provider’s discovery document, starting with https://. The configuration of the provider is read when you leave the field.',
  clientIdHelp: 'As issued by the provider.',
  scopesHelp: 'Separated by spaces. Default: openid profile email.',
  callback: 'Register this redirect URI at the provider:',
  redirectHelp: 'Only if users reach the manager at another address. Default: the one below.',
  provisionHelp: 'Off: only users with a linked account can sign in.',
  mappingHelp:
    'Evaluated at each sign-in; overrides roles set in Fleetmend. If several rows match, the highest role applies, on the hosts of all rows with that role. The order of rows does not matter.',
  noRows: 'No rows: roles are set in Fleetmend only, and new users are reporters.',
  factorsWhat:
    'For roles that require a second factor: a sign-in with one of these values counts as two factors. Without them it counts as a password only.',
  listHelp: 'One by one, as in the ID token.',
  notSetUp: 'Single sign-on is not set up yet. Nothing changes until you save.',
  proposed: 'Proposed from the issuer.',
  testHint:
    'The test reads the configuration and keys of the provider. The secret can only be verified by a sign-in.',
  discover: 'Discover',
  discovering: 'Discovering …',
  discovered: 'Provider found.',
  notDiscovered: 'The provider configuration could not be read.',
  leaveOut: (scopes: readonly string[]) => `Remove ${scopes.join(', ')}`,
  showSaved: 'Show saved version',
  removeSecret: 'Remove secret',
  keepSecret: 'Keep secret',
} as const;

export const ssoTest = {
  test: 'Test saved settings',
  saveAndTest: 'Save and test',
  testing: 'Testing …',
  testOk: 'Connection successful.',
  testFailed: 'Sign-in would fail.',
} as const;

/** What an empty field means with each product. */
export const providerTypes: Readonly<Record<ProviderType, readonly [name: string, what: string]>> = {
  provider_one: ['Keycloak', 'Roles claim: realm_access.roles. User name claim: preferred_username.'],
  provider_two: ['Microsoft Entra ID', 'Roles claim: roles. User name: preferred_username up to the @.'],
  custom: ['Other', 'Roles are read only if you set a claim. User name claim: preferred_username.'],
};

export const unmappedOptions: readonly { value: Schemas['OidcUnmapped']; label: string }[] = [
  { value: 'reporter', label: 'Assign Reporter; users limited to groups see no hosts' },
  { value: 'no_hosts', label: 'Assign Reporter with no hosts' },
  { value: 'refuse', label: 'Deny access' },
];

export const claimHelp = (claim: string): string =>
  claim === ''
    ? 'For example groups. Use dots for nested claims. Empty: roles are set in Fleetmend only.'
    : `Use dots for nested claims. Default: ${claim}.`;

export const secretHelp: Readonly<Record<SecretState, string>> = {
  none: 'Leave empty for a public client.',
  kept: 'Set; never shown. Leave empty to keep it.',
  new: 'Replaces the saved secret; never shown.',
  removed: 'The saved secret is deleted when you save. Fleetmend is then a public client.',
  cleared:
    'The saved secret is for another issuer or client id, and is deleted when you save. Enter the secret of this client.',
};

export const problems = {
  noIssuer: 'Enter the issuer.',
  issuer: 'Enter an address that starts with https://, without user name, password and #.',
  noClientId: 'Enter the client id.',
  redirectUri: 'Enter an address that starts with https://, without ? and #.',
  scopes: 'The scope openid is required.',
  noClaim: 'Enter the claim that the rows below match.',
  rows: 'A row has no value.',
} as const;
