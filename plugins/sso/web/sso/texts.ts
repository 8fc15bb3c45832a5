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
  enabled: 'People may sign in by single sign-on',
  provider_type: 'Provider',
  display_name: 'Name on the button',
  discovery_url: 'Issuer',
  client_id: 'Client id',
  client_secret: 'Client secret',
  scopes: 'Scopes',
  redirect_uri: 'Another return address',
  auto_provision: 'Make an account at the first sign-in',
  role_claim: 'Claim with groups or roles',
  role_mapping: 'Roles',
  unmapped: 'People whom no row fits',
  mfa_acr_values: 'Values of acr that mean two factors',
  mfa_amr_values: 'Values of amr that mean two factors',
};

export const texts = {
  title: 'Single sign-on',
  what: 'People sign in at your identity provider, by OpenID Connect. Passwords of Fleetmend work beside it.',
  provider: 'The provider',
  people: 'Who comes in, and as what',
  factors: 'Second factor',
  enabledHelp: 'The page of the sign-in then has a button for it.',
  nameHelp: 'The sign-in says “Continue with …”.',
  issuerHelp:
    'The address of the provider as it names itself, or that of its configuration document. It starts with https://.',
  clientIdHelp: 'As the provider gave it for Fleetmend.',
  scopesHelp: 'Separated by spaces. Empty: openid profile email.',
  callback: 'Register this return address at the provider:',
  redirectHelp: 'Only where people reach the manager by another address. Empty: the one below.',
  provisionHelp: 'Off: only people whose account is linked already come in.',
  mappingHelp:
    'At each sign-in the claim decides, over what was set in Fleetmend. Of several rows that fit, the highest role counts, on the hosts of all rows that give it; their order is for you alone.',
  noRows: 'No row: roles are given in Fleetmend alone, and newcomers are reporters.',
  factorsWhat:
    'Where a role must have a second factor, a sign-in counts as two when the provider says so by one of these values. Without any of them it counts as a password does.',
  listHelp: 'One by one, as the ID token has them.',
  test: 'Test what is saved',
  testing: 'Testing …',
  testFirst: 'Save first: the test goes by what is saved.',
  testHint:
    'Reads configuration and keys of the provider. Whether the secret is right shows only at a sign-in.',
  testOk: 'The provider answers.',
  testFailed: 'A sign-in would not work.',
  discover: 'Look it up',
  discovering: 'Looking it up …',
  discovered: 'The provider was found.',
  notDiscovered: 'The provider could not be read.',
  leaveOut: (scopes: readonly string[]) => `Leave out ${scopes.join(', ')}`,
  showSaved: 'Show what is saved now',
  removeSecret: 'Remove the secret',
  keepSecret: 'Keep the secret',
} as const;

/** What an empty field means with each product. */
export const providerTypes: Readonly<Record<ProviderType, readonly [name: string, what: string]>> = {
  provider_one: [
    'Keycloak',
    'Roles are read from the claim realm_access.roles. The user name is preferred_username.',
  ],
  provider_two: [
    'Microsoft Entra ID',
    'Roles are read from the claim roles. The user name is preferred_username up to its @.',
  ],
  custom: ['Another one', 'No roles are read unless you name a claim. The user name is preferred_username.'],
};

export const unmappedOptions: readonly { value: Schemas['OidcUnmapped']; label: string }[] = [
  { value: 'reporter', label: 'Come in as reporter; who was limited to groups sees no host' },
  { value: 'no_hosts', label: 'Come in as reporter, and see no host' },
  { value: 'refuse', label: 'Are refused' },
];

export const claimHelp = (claim: string): string =>
  claim === ''
    ? 'Such as groups. Dots lead into objects. Empty: roles are given in Fleetmend alone.'
    : `Dots lead into objects. Empty: ${claim}.`;

export const secretHelp: Readonly<Record<SecretState, string>> = {
  none: 'Empty: Fleetmend is a public client, which has none.',
  kept: 'A secret is saved, and is never shown. Leave this empty to keep it.',
  new: 'It takes the place of what was saved, and is never shown.',
  removed: 'The saved secret goes when you save. Fleetmend is a public client then.',
  cleared:
    'The saved secret is for another issuer or client id, and goes when you save. Enter the one of this client.',
};

export const problems = {
  noIssuer: 'Enter the issuer: without it nobody can sign in this way.',
  issuer: 'An address that starts with https://, without user name, password and #.',
  noClientId: 'Enter the client id: without it nobody can sign in this way.',
  redirectUri: 'An address that starts with https://, without ? and #.',
  scopes: 'The scope openid must be among them.',
  noClaim: 'Name the claim that the rows below are about.',
  rows: 'A row has no value.',
} as const;
