export interface Tokens {
  /** Known in this browser alone: tells another tab's new tokens of the same session from another sign-in. */
  sessionId: string;
  accessToken: string;
  refreshToken: string;
  expiresAtMs: number;
}

const KEY = 'fleetmend.session';

/** What survives a reload of this tab, in sessionStorage: the refresh token and the session's id. */
export class SessionStore {
  read(): Pick<Tokens, 'sessionId' | 'refreshToken'> | null {
    try {
      const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
      if (typeof value !== 'object' || value === null) return null;
      const { sessionId, refreshToken } = value as Record<string, unknown>;
      return typeof sessionId === 'string' && typeof refreshToken === 'string'
        ? { sessionId, refreshToken }
        : null;
    } catch {
      return null;
    }
  }

  write({ sessionId, refreshToken }: Tokens): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ sessionId, refreshToken }));
    } catch {
      // storage is blocked: a reload asks for the password again
    }
  }

  clear(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // storage is blocked: nothing was kept
    }
  }
}
