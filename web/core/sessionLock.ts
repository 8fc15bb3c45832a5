/**
 * Runs `work` under a lock that the tabs of this origin share: a refresh token is used once. Without Web Locks (plain
 * HTTP on another machine) there is no lock, and the manager's tolerance for a quick repeat must suffice.
 */
export function inSession<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('fleetmend-refresh', work) as Promise<T>;
}

const TAB_LOCK = 'fleetmend-tab';

/** Holds a shared lock for as long as this tab lives, so that other tabs know of it. */
export function markTab(): void {
  if (!('locks' in navigator)) return;
  void navigator.locks.request(TAB_LOCK, { mode: 'shared' }, () => new Promise(() => undefined));
}

/** Whether another tab is open; true when that cannot be told. */
export async function hasSiblings(): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name === TAB_LOCK).length > 1;
}
