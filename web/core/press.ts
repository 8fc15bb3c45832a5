/**
 * Whether a pointer is down. A field that is left by a press on a button must not move the button away before the click:
 * what would move the page waits until the press is over.
 */
let isFollowing = false;
let isPressed = false;
const waiting: (() => void)[] = [];

/** From now on it is known whether a pointer is down; a field calls this when it gets the focus. */
export function followPresses(): void {
  if (isFollowing) return;
  isFollowing = true;
  addEventListener('pointerdown', () => (isPressed = true), true);
  // The click follows the end of the press in the same task.
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(ended), true);
}

function ended(): void {
  isPressed = false;
  for (const work of waiting.splice(0)) work();
}

/** Runs the work now, or once the pointer that is down has made its click. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
