/** Passkeys in a real browser, with an authenticator that the browser plays itself. */
import type { Page } from './browser.ts';

const REGISTER = '/api/v1/auth/mfa/webauthn/register';

/** What a page does with the options; as text, because the browser's types are not known here. */
const CREATE = `async (text) => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(text));
  return JSON.stringify((await navigator.credentials.create({ publicKey })).toJSON());
}`;

/**
 * Gives the tab an authenticator. What it returns says whether the authenticator recognizes its owner from now on.
 */
export async function withAuthenticator(page: Page): Promise<(isUserVerified: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (isUserVerified) => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  };
}

/**
 * Registers a passkey by calls from the page itself, because the manager requires the origin by which it was called.
 */
export async function registerPasskey(page: Page, { token }: { token: string }): Promise<void> {
  const call = (path: string, body: object): Promise<Record<string, string>> =>
    page.evaluate(
      async ({ path, body, token }) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!response.ok) throw new Error(await response.text());
        return (await response.json()) as Record<string, string>;
      },
      { path: `${REGISTER}/${path}`, body, token },
    );
  const offer = await call('start', {});
  const options = JSON.stringify(offer['serialized_options']);
  const serialized_credential = await page.evaluate<string>(`(${CREATE})(${options})`);
  await call('complete', { challenge_key: offer['challenge_key'], serialized_credential, key_name: 'Test' });
}
