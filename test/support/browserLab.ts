import * as assert from 'uvu/assert';
import { NARROW, overflowPx, screenshot, WIDE, type Page } from './browser.ts';
import type { HostProcess } from './hostProcess.ts';
import { projectInHost, type LabHost } from './lab.ts';

/** The part of a uvu suite that is needed here. */
type Suite = (name: string, test: () => Promise<void>) => void;

/**
 * Tests that each go on where the one before ended: after a failure the rest are not tried, and the page is saved as
 * `chain-failed.png` as it was then.
 */
export function steps(suite: Suite, page: () => Page | undefined): Suite {
  let failed = '';
  return (name, step) =>
    suite(name, async () => {
      assert.is(failed, '', 'an earlier step failed');
      failed = name;
      try {
        await step();
        failed = '';
      } finally {
        const open = page();
        if (failed !== '' && open) await screenshot(open, 'chain-failed');
      }
    });
}

/** Runs the very line that a page shows for the enrollment, as somebody at the host would. */
export function runEnrollLine(host: LabHost, line: string): Promise<HostProcess> {
  const argv = ['sh', '-c', `cd ${projectInHost} && exec ${line}`];
  return host.spawn(argv, { env: { FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab' } });
}

export interface Frame {
  seq: number | null;
  kind?: string;
  data: { job_id?: string };
}

/**
 * Records what comes over the sockets that the page opens for a job from now on, in the order of arrival. The socket of
 * the fleet, which gets events of jobs too, is opened again after a cut, and is left out.
 */
export function followFrames(page: Page): readonly Frame[] {
  const frames: Frame[] = [];
  page.on('websocket', (socket) => {
    let isOfJob = false;
    socket.on('framesent', ({ payload }) => void (isOfJob ||= String(payload).includes('"job_id"')));
    socket.on('framereceived', ({ payload }) => {
      if (isOfJob) frames.push(JSON.parse(String(payload)) as Frame);
    });
  });
  return frames;
}

const STRANGE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * Asserts that whatever a host said, no control character or one that turns text reaches the screen, and nothing sticks
 * out.
 */
export async function looksSane(page: Page, name: string): Promise<void> {
  const text = await page.evaluate(() => {
    const textOf = (node: Node): string => {
      if (node instanceof Text) return node.data;
      const inside = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [];
      return [...inside, ...node.childNodes].map(textOf).join('');
    };
    return textOf(document.body);
  });
  assert.not.match(text, STRANGE);
  await screenshot(page, name);
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  await screenshot(page, `${name}-360`);
  await page.setViewportSize(WIDE);
}
