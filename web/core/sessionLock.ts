/**
 * Runs `work` while no other tab of this origin is in here: a refresh token is used once. Without Web Locks (plain
 * HTTP on another machine) tabs are on their own, and the manager's tolerance for a quick repeat has to do.
 */
export function inSession<T>(work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('fleetmend-refresh', work) as Promise<T>;
}

const TAB_LOCK = 'fleetmend-tab';

/** Marks this tab as there for as long as it lives. */
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
