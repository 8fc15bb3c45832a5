import type { CDPSession } from 'playwright-core';
import type { Page } from './browser.ts';

/** What is wrong with how a page looks, one line for each fault. */
export interface Looks {
  /** Texts that are cut off and cannot be read in any other way. */
  clipped: string[];
  /** Texts smaller than 13 px, as computed. */
  small: string[];
  /** How far the page sticks out at the side. */
  sidewaysPx: number;
  /** How many texts were looked at: a check that sees none proves nothing. */
  texts: number;
}

/**
 * Changes a page's width alone: `setViewportSize` also moves the window, which takes longer. What is painted is scaled
 * down, because nobody looks at it: layout and media queries know nothing of that, and a quarter of the work is saved.
 */
export class Widths {
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<Widths> {
    return new Widths(await page.context().newCDPSession(page));
  }

  async set(width: number, height: number): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false, scale: 0.1 };
    await this.#devtools.send('Emulation.setDeviceMetricsOverride', metrics);
  }
}

/**
 * Looks at all text on the page, in shadow roots too. A text is cut off where it sticks out by more than a pixel of an
 * element around it that hides the rest (`overflow: hidden` or `clip`). It can still be read where the element, or one
 * around it, has a `title`, or is a `.long` cell of a table, which the keyboard unfolds.
 */
export async function looksOf(page: Page): Promise<Looks> {
  let looks = await lookOnce(page);
  const isWrong = (): boolean => looks.clipped.length + looks.small.length + looks.sidewaysPx > 0;
  // On a busy machine a new width may reach the page after the call has returned: only what stays wrong counts.
  for (let again = 0; again < 2 && isWrong(); again += 1) {
    await page.waitForTimeout(250);
    looks = await lookOnce(page);
  }
  return looks;
}

function lookOnce(page: Page): Promise<Looks> {
  return page.evaluate(async () => {
    // Elements that adapt to a new width have done so by then.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const LEAST_PX = 12.99;
    const found: Looks = { clipped: [], small: [], sidewaysPx: 0, texts: 0 };
    const parentOf = (node: Node): Element | null => {
      const slot = node instanceof Element || node instanceof Text ? node.assignedSlot : null;
      const up = slot ?? node.parentNode;
      return up instanceof ShadowRoot ? up.host : up instanceof Element ? up : null;
    };
    const nameOf = (element: Element): string => {
      const root = element.getRootNode();
      const host = root instanceof ShadowRoot ? `${root.host.localName} ` : '';
      return `${host}${element.localName}.${element.className}`;
    };
    interface Frame {
      element: Element;
      hidesX: boolean;
      hidesY: boolean;
      isUnread: boolean;
      box: DOMRect;
    }
    const around = new Map<Element, readonly Frame[]>();
    /** The elements around a text that may cut it, up to the first that scrolls. */
    const framesOf = (element: Element): readonly Frame[] => {
      const known = around.get(element);
      if (known) return known;
      const style = getComputedStyle(element);
      const parent = style.position === 'fixed' ? null : parentOf(element);
      const above = parent ? framesOf(parent) : [];
      const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
      const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
      const isReadable = element.hasAttribute('title') || element.classList.contains('long');
      const inherited = scrolls(style.overflowX) || scrolls(style.overflowY) ? [] : above;
      const frames = inherited.map((frame) => (isReadable ? { ...frame, isUnread: false } : frame));
      const [hidesX, hidesY] = [hides(style.overflowX), hides(style.overflowY)];
      const own = { element, hidesX, hidesY, isUnread: !isReadable, box: element.getBoundingClientRect() };
      const result = hidesX || hidesY ? [...frames, own] : frames;
      around.set(element, result);
      return result;
    };
    const onlySaid = new Map<Element | null, boolean>([[null, false]]);
    const isOnlySaid = (element: Element | null): boolean => {
      const known = onlySaid.get(element);
      if (known !== undefined || !element) return known ?? false;
      const { clipPath, visibility, opacity } = getComputedStyle(element);
      const isUnseen = clipPath !== 'none' || visibility === 'hidden' || opacity === '0';
      const result = isUnseen || isOnlySaid(parentOf(element));
      onlySaid.set(element, result);
      return result;
    };
    const look = (text: Text, element: Element): void => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width < 1 || box.height < 1 || isOnlySaid(element)) return;
      found.texts += 1;
      const what = `${nameOf(element)}: “${text.data.trim().slice(0, 60)}”`;
      const sizePx = parseFloat(getComputedStyle(element).fontSize);
      if (sizePx < LEAST_PX) found.small.push(`${sizePx} px at ${what}`);
      for (const frame of framesOf(element)) {
        if (!frame.isUnread || frame.element === document.documentElement || frame.element === document.body)
          continue;
        const overX = frame.hidesX && (box.right > frame.box.right + 1 || box.left < frame.box.left - 1);
        const overY = frame.hidesY && (box.bottom > frame.box.bottom + 3 || box.top < frame.box.top - 3);
        // Rows outside of a table's window are rendered beforehand; they are read by scrolling.
        if (overX || (overY && !frame.element.matches('.space, .flows')))
          found.clipped.push(`${what} by ${nameOf(frame.element)}`);
      }
    };
    const walk = (root: Document | ShadowRoot): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element && node.shadowRoot) walk(node.shadowRoot);
        const parent = node instanceof Text && node.data.trim() !== '' ? parentOf(node) : null;
        if (parent && !/^(STYLE|SCRIPT|OPTION|TITLE|NOSCRIPT)$/i.test(parent.localName))
          look(node as Text, parent);
      }
    };
    walk(document);
    found.sidewaysPx = Math.max(
      0,
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    return found;
  });
}
