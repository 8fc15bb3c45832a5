/** The password that the form for new users gave somebody, until that user's page has shown it. */
let kept: { userId: string; password: string } | null = null;

export function keepFirstPassword(userId: string, password: string): void {
  kept = { userId, password };
}

/** Once, and only for that user; null: there is none. */
export function takeFirstPassword(userId: string): string | null {
  const password = kept?.userId === userId ? kept.password : null;
  kept = null;
  return password;
}
