import { announce } from '../core/announce.ts';
import { explain } from '../core/errors.ts';
import { loadCode } from '../core/loadCode.ts';
import type { Page } from '../core/page.ts';
import type { Loss } from '../core/unsaved.ts';
import type { Notices } from './notices/notices.ts';
import { LEAVING } from './texts.ts';

/** Overlays are loaded when they are first asked for: none of them is in the first load. */
export function showPalette(pages: readonly Page[]): Promise<void> {
  return overlay(async () => {
    const { openPalette } = await import('./palette/fm-palette.ts');
    openPalette({ pages, showShortcuts: () => void showShortcuts(pages) });
  });
}

export function showShortcuts(pages: readonly Page[]): Promise<void> {
  return overlay(async () => {
    const { openShortcuts } = await import('./fm-shortcuts.ts');
    openShortcuts(pages);
  });
}

export function showNotices(notices: Notices): Promise<void> {
  return overlay(async () => {
    const { openNotices } = await import('./notices/fm-notices.ts');
    openNotices(notices);
  });
}

/** Asks for a fresh proof. False: the dialog was closed, or its file could not be loaded. */
export async function askProof(): Promise<boolean> {
  let isProved = false;
  await overlay(async () => {
    const { askAgain } = await import('./fm-reauthenticate.ts');
    isProved = await askAgain();
  });
  return isProved;
}

/** Asks whether to give up what was typed and not saved. */
export async function askToLeave(loss: Loss): Promise<boolean> {
  let isLeaving = false;
  await overlay(async () => {
    const { confirmAction } = await import('../components/fm-confirm/fm-confirm.ts');
    isLeaving = await confirmAction(LEAVING[loss]);
  });
  return isLeaving;
}

async function overlay(open: () => Promise<void>): Promise<void> {
  try {
    await loadCode(open);
  } catch (error) {
    const { what, next } = explain(error);
    announce(`${what} ${next}`, 'assertive');
  }
}
