import { ApiError, errorOf, failureOf } from './apiError.ts';
import { loadSentences } from './errors/sentences.ts';
import { inSession } from './sessionLock.ts';
import { SessionStore, type Tokens } from './sessionStore.ts';
import { SessionTabs, type EndReason } from './sessionTabs.ts';
import type { Schemas, User } from './schema.ts';

export type SessionState = 'starting' | 'signed-out' | 'signed-in';

const REFRESH_AHEAD_MS = 60_000;
const TIMEOUT_MS = 30_000;
const RETRY_MS = 2_000;

/**
 * Who is signed in, in this tab. The access token lives in memory only; the refresh token also in sessionStorage, so
 * that the session survives a reload; a new tab asks the other tabs. Fires `change`.
 */
export class Session extends EventTarget {
  state: SessionState = 'starting';
  user: User | null = null;
  endReason: EndReason | null = null;
  /** The manager lets this session set up a second factor, and do nothing else. */
  mustSetUp = false;
  #tokens: Tokens | null = null;
  #refreshing: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #store = new SessionStore();
  readonly #tabs = new SessionTabs({
    answer: () => (this.#tokens && this.user ? { tokens: this.#tokens, user: this.user } : null),
    adopt: (tokens, user) => this.#adopt(tokens, user),
    ended: (sessionId, reason) => {
      if (sessionId === this.#tokens?.sessionId) this.#end(reason);
    },
  });

  get accessToken(): string | null {
    return this.#tokens?.accessToken ?? null;
  }

  /** Takes up an existing session: another tab's, or the one from before a reload. Never rejects. */
  async start(): Promise<void> {
    const shared = await this.#tabs.ask();
    if (shared) return this.#begin(shared.tokens, shared.user);
    const stored = this.#store.read();
    if (!stored) return this.#end(null);
    this.#tokens = { ...stored, accessToken: '', expiresAtMs: 0 };
    try {
      if (!(await this.refresh(''))) return;
      this.#begin(this.#tokens, await this.#fetchUser());
    } catch {
      // The manager cannot be reached; the session may still be valid.
      this.#tokens = null;
      setTimeout(() => void this.start(), RETRY_MS);
    }
  }

  /** Throws ApiError: INVALID_CREDENTIALS, PASSWORD_CHANGE_REQUIRED, ACCOUNT_LOCKED, RATE_LIMITED, MFA_REQUIRED, … */
  async signIn(credentials: Schemas['LoginRequest']): Promise<void> {
    await this.signInBy('/api/v1/auth/login', credentials);
  }

  /**
   * Makes the last call of any way to sign in: all of them answer as login does. `bearer`: the `mfa_token`. Throws
   * ApiError.
   */
  async signInBy(path: string, body: object, bearer: string | null = null): Promise<void> {
    const answer = await post<Schemas['SessionTokens']>(path, body, bearer);
    const tokens = { ...tokensOf(answer), sessionId: randomId() };
    this.#begin(tokens, answer.user);
    this.#tabs.tell(tokens, answer.user);
  }

  /** Ends the session here and in every tab, even if the manager, which is told, does not answer. */
  async signOut(): Promise<void> {
    const tokens = this.#tokens;
    this.#end('signed-out');
    if (!tokens) return;
    this.#tabs.tellEnded(tokens.sessionId, 'signed-out');
    await post('/api/v1/auth/logout', { refresh_token: tokens.refreshToken }).catch(() => undefined);
  }

  /**
   * Renews the tokens once for all waiting callers and all tabs. `stale` is the access token that was refused: if
   * another tab has renewed meanwhile, that is enough. False: the session has ended. Throws ApiError when the manager
   * cannot be asked; the session then stays.
   */
  refresh(stale: string | null): Promise<boolean> {
    this.#refreshing ??= inSession(() => this.#rotate(stale)).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Ends the session: the manager refuses even fresh tokens, because it was revoked or the account is disabled. */
  expire(): void {
    if (this.#tokens) this.#tabs.tellEnded(this.#tokens.sessionId, 'expired');
    this.#end('expired');
  }

  /** Notes that the manager refused a call for want of a second factor, or (false) that there is one now. */
  setUpIsDue(isDue: boolean): void {
    if (this.mustSetUp === isDue || this.state !== 'signed-in') return;
    this.mustSetUp = isDue;
    this.#changed();
  }

  /** Takes the user as read again; ignores anybody else. */
  userIs(user: User): void {
    if (!this.#tokens || user.id !== this.user?.id) return;
    this.user = user;
    this.#tabs.tell(this.#tokens, user);
    this.#changed();
  }

  async #rotate(stale: string | null): Promise<boolean> {
    const tokens = this.#tokens;
    if (!tokens) return false;
    if (tokens.accessToken !== stale) return true;
    try {
      const answer = await post<Schemas['RefreshResponse']>('/api/v1/auth/refresh', {
        refresh_token: tokens.refreshToken,
      });
      const next = { ...tokensOf(answer), sessionId: tokens.sessionId };
      this.#keep(next);
      if (this.user) this.#tabs.tell(next, this.user);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || ![400, 401, 403].includes(error.status)) throw error;
      this.expire();
      return false;
    }
  }

  async #fetchUser(): Promise<User> {
    const response = await fetch('/api/v1/users/me', {
      headers: { authorization: `Bearer ${this.accessToken}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    if (response.ok) return body as User;
    await loadSentences();
    throw errorOf(response, body);
  }

  /** Takes tokens from another tab: newer ones of our session, or a sign-in while nobody was signed in here. */
  #adopt(tokens: Tokens, user: User): void {
    if (this.#tokens && this.#tokens.sessionId !== tokens.sessionId) return;
    if (this.#tokens) {
      this.#keep(tokens);
      if (this.state === 'signed-in') this.user = user;
    } else if (this.state === 'signed-out') this.#begin(tokens, user);
  }

  #begin(tokens: Tokens, user: User): void {
    this.#keep(tokens);
    this.user = user;
    this.mustSetUp = false;
    this.endReason = null;
    this.state = 'signed-in';
    this.#changed();
  }

  #keep(tokens: Tokens): void {
    this.#tokens = tokens;
    this.#store.write(tokens);
    clearTimeout(this.#timer);
    const inMs = Math.max(tokens.expiresAtMs - Date.now() - REFRESH_AHEAD_MS, 1_000);
    this.#timer = setTimeout(() => void this.#refreshAhead(), inMs);
  }

  /**
   * Renews the tokens while the tab is visible: a screen that somebody watches stays signed in, though it makes no
   * calls.
   */
  async #refreshAhead(): Promise<void> {
    if (document.visibilityState !== 'visible') return;
    await this.refresh(this.accessToken).catch(() => undefined);
  }

  #end(reason: EndReason | null): void {
    clearTimeout(this.#timer);
    this.#store.clear();
    this.#tokens = null;
    this.user = null;
    this.mustSetUp = false;
    this.endReason = reason;
    this.state = 'signed-out';
    this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** Changes a password that is due; the manager answers without tokens, so sign in afterwards. Throws ApiError. */
export async function forceChangePassword(change: Schemas['ForceChangePasswordRequest']): Promise<void> {
  await post('/api/v1/auth/force-change-password', change);
}

/** A call without a session; `bearer` is a token from before the sign-in is complete. Throws ApiError. */
export async function post<T>(url: string, body?: object, bearer: string | null = null): Promise<T> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw failureOf(error);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  await loadSentences();
  throw errorOf(response, answer);
}

function tokensOf(answer: Schemas['RefreshResponse']): Omit<Tokens, 'sessionId'> {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAtMs: Date.now() + answer.expires_in * 1000,
  };
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}

export const session = new Session();
