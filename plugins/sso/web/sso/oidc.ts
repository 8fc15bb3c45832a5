import type { Schemas } from '#web/core/schema.ts';
import { bodyOf, isSame, shownIn, type Draft, type Values } from '#web/domain/settings/draft.ts';
import { rowProblem, tidied as tidiedRows } from './mapping.ts';
import { labels, problems as texts, providerTypes, type FieldName, type SecretState } from './texts.ts';

export type Oidc = Schemas['OidcSettings'];

/** All fields, for what is done to each of them alike. */
export const FORM = {
  fields: (Object.keys(labels) as FieldName[]).map((name) => ({ name, label: labels[name] })),
};

/** Whether no provider was ever saved. */
export const isNew = (values: Values): boolean =>
  (values['discovery_url'] ?? '') === '' && (values['client_id'] ?? '') === '';

/**
 * What a field has until the reader types something else, before the first provider is saved: single sign-on that is on,
 * the product that the issuer's address shows, and its name for the button.
 */
export function proposalsOf(values: Values, draft: Draft): Draft {
  if (!isNew(values)) return {};
  const typed = draft['discovery_url'];
  const url = typeof typed === 'string' ? URL.parse(typed.trim()) : null;
  const type = url ? productAt(url) : null;
  const chosen = draft['provider_type'] ?? type ?? values['provider_type'];
  const product = chosen === 'custom' ? null : providerTypes[chosen as Oidc['provider_type']];
  const name = product?.[0] ?? (url?.hostname || null);
  return {
    enabled: true,
    ...(type && { provider_type: type }),
    ...(name !== null && (values['display_name'] ?? '') === '' && { display_name: name }),
  };
}

/** The product whose addresses look like this one; null: another. */
function productAt({ hostname, pathname }: URL): Oidc['provider_type'] | null {
  if (/^(login\.microsoftonline\.(com|us)|sts\.windows\.net)$/.test(hostname)) return 'provider_two';
  return /\/realms\/[^/]/.test(pathname) ? 'provider_one' : null;
}

/** The configuration as it would be with what is proposed and what was typed. */
export function shown(values: Values, draft: Draft): Oidc {
  const entered = { ...proposalsOf(values, draft), ...draft };
  const all = FORM.fields.map((field) => [field.name, shownIn(field, values, entered)]);
  return Object.fromEntries(all) as Oidc;
}

/**
 * The request body: only the changed fields, without the blanks around them. What is proposed goes along with what was
 * typed.
 */
export function sentOf(values: Values, draft: Draft): Draft {
  const typed = bodyOf(FORM, values, tidied(draft));
  if (Object.keys(typed).length === 0) return {};
  return bodyOf(FORM, values, tidied({ ...proposalsOf(values, draft), ...draft }));
}

function tidied(draft: Draft): Draft {
  const fit = ([name, value]: [string, Draft[string]]): [string, Draft[string]] => {
    if (name === 'role_mapping') return [name, tidiedRows(value as Oidc['role_mapping'])];
    // A secret is sent as it is.
    return [name, typeof value === 'string' && name !== 'client_secret' ? oneSpaced(value) : value];
  };
  return Object.fromEntries(Object.entries(draft).map(fit));
}

const oneSpaced = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Why a field cannot be saved, by field. The manager says the same, but later and in other words. */
export function problemsOf(oidc: Oidc): Partial<Readonly<Record<FieldName, string>>> {
  const found: Partial<Record<FieldName, string | null>> = {
    discovery_url: addressProblem(oidc.discovery_url.trim(), oidc.enabled),
    client_id: oidc.enabled && oidc.client_id.trim() === '' ? texts.noClientId : null,
    redirect_uri: isReturnAddress(oidc.redirect_uri.trim()) ? null : texts.redirectUri,
    scopes: isScopes(oidc.scopes) ? null : texts.scopes,
    role_claim: oidc.role_mapping.length > 0 && claimOf(oidc) === '' ? texts.noClaim : null,
    role_mapping: oidc.role_mapping.some((row) => rowProblem(row) !== null) ? texts.rows : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null)) as Partial<
    Record<FieldName, string>
  >;
}

function addressProblem(address: string, isNeeded: boolean): string | null {
  if (address === '') return isNeeded ? texts.noIssuer : null;
  const url = URL.parse(address);
  const fits = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  return fits ? null : texts.issuer;
}

function isReturnAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    address === '' ||
    (url !== null && /^https?:$/.test(url.protocol) && !address.includes('?') && !address.includes('#'))
  );
}

const isScopes = (scopes: string): boolean => {
  const words = scopes.split(/\s+/).filter((word) => word !== '');
  return words.length === 0 || words.includes('openid');
};

/** What an empty claim means with each product; the contract says so at `OidcProviderType`. */
const CLAIMS: Readonly<Record<Oidc['provider_type'], string>> = {
  provider_one: 'realm_access.roles',
  provider_two: 'roles',
  custom: '',
};

/** The claim that is read; empty: none. */
export const claimOf = ({ role_claim: claim, provider_type: type }: Oidc): string =>
  claim.trim() || CLAIMS[type];

export function secretState(values: Values, draft: Draft): SecretState {
  const typed = draft['client_secret'];
  if (typeof typed === 'string') return 'new';
  if ((values['client_secret'] ?? null) === null) return 'none';
  if (typed === null) return 'removed';
  const sent = sentOf(values, draft);
  const isElsewhere = ['discovery_url', 'client_id'].some(
    (name) => sent[name] !== undefined && !isSame(sent[name], values[name]),
  );
  return isElsewhere ? 'cleared' : 'kept';
}
