import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { printable } from './printable.ts';

const { resolve } = createRequire(import.meta.url);
/** Free fonts (Bitstream Vera and public domain) with Latin, Greek and Cyrillic; what is used of them is embedded. */
const FONTS = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

export type Element = PDFKit.PDFStructureElement;

export const INK = '#1c2430';
export const QUIET = '#4a5563';
export const RULE = '#c4ccd6';
export const BAR = '#1f5fa8';

const MARGIN = 50;
/** Kept for the line with the page number. */
const FOOT = 30;

export interface Words {
  font?: keyof typeof FONTS;
  sizePt: number;
  colour?: string;
  align?: 'left' | 'right';
  /** Lines at most; `…` stands for the rest. */
  maxLines?: number;
}

export interface Place {
  x: number;
  y: number;
  width: number;
}

/** Pages that are filled from above, with the structure tree that screen readers read. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Element;
  /** Where the next thing begins. */
  y = MARGIN;

  constructor(title: string, madeAt: Date) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: MARGIN,
      autoFirstPage: false,
      bufferPages: true,
      font: FONTS.plain,
      pdfVersion: '1.7',
      tagged: true,
      subset: 'PDF/UA',
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Creator: 'Fleetmend', Producer: 'Fleetmend', CreationDate: madeAt },
    } as object);
    this.doc.addPage();
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  get width(): number {
    return this.doc.page.width - 2 * MARGIN;
  }

  get left(): number {
    return MARGIN;
  }

  /** Begins a page unless the height fits on this one; returns whether it did. */
  ensure(heightPt: number): boolean {
    if (this.y + heightPt <= this.doc.page.height - MARGIN - FOOT) return false;
    this.doc.addPage();
    this.y = MARGIN;
    return true;
  }

  /** The text as it can be shown; sets its font for what follows. */
  private shown(text: string, { font = 'plain', sizePt, colour = INK }: Words): string {
    // The font is given by its file: given the name of a font that is open already, pdfkit reads the file at each use.
    this.doc.font(FONTS[font]).fontSize(sizePt).fillColor(colour);
    const { font: face } = (this.doc as unknown as { _font: { font: Face } })._font;
    return printable(text, (codePoint) => face.hasGlyphForCodePoint(codePoint));
  }

  heightOf(text: string, width: number, words: Words): number {
    const height = this.doc.heightOfString(this.shown(text, words), { width });
    return words.maxLines === undefined
      ? height
      : Math.min(height, words.maxLines * this.doc.currentLineHeight(true));
  }

  /** Writes at the place; call it within the closure of a structure element. */
  write(text: string, { x, y, width }: Place, words: Words): void {
    const shown = this.shown(text, words);
    const height = (words.maxLines ?? 1_000) * this.doc.currentLineHeight(true);
    this.doc.text(shown, x, y, { width, height, ellipsis: true, align: words.align ?? 'left' });
  }

  /** Writes one element over the whole width, and the gap below it. */
  block(parent: Element, type: string, text: string, words: Words & { gapPt: number }): void {
    const height = this.heightOf(text, this.width, words);
    this.ensure(height);
    const place = { x: this.left, y: this.y, width: this.width };
    const element = this.doc.struct(type, {}, () => this.write(text, place, words));
    parent.add(element);
    element.end();
    this.y += height + words.gapPt;
  }

  /** Draws lines and fills without meaning, which screen readers pass over. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  /** Numbers the pages and ends the document. */
  finish(footer: string): void {
    const { count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(index);
      const y = this.doc.page.height - MARGIN - 8;
      // Text below the margin would begin a new page.
      this.doc.page.margins.bottom = 0;
      this.doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      const words = { sizePt: 8, colour: QUIET, maxLines: 1 };
      this.write(footer, { x: MARGIN, y, width: this.width - 90 }, words);
      const place = { x: MARGIN + this.width - 90, y, width: 90 };
      this.write(`Page ${index + 1} of ${count}`, place, { ...words, align: 'right' });
      this.doc.endMarkedContent();
    }
    this.root.end();
    embedFonts(this.doc);
    this.doc.end();
  }
}

/**
 * Embeds the fonts before the document does: for PDF/UA pdfkit writes a list of each font's glyphs as PDF/A-1 wants it,
 * which lacks glyphs that are in the font, so that veraPDF refuses it (ISO 14289-1, 7.21.4.2). Without a list it
 * passes.
 */
function embedFonts(doc: PDFKit.PDFDocument): void {
  const own = doc as unknown as { subset: number; _fontFamilies: Record<string, { finalize(): void }> };
  const { subset } = own;
  own.subset = 0;
  for (const font of Object.values(own._fontFamilies)) font.finalize();
  own.subset = subset;
}

interface Face {
  hasGlyphForCodePoint(codePoint: number): boolean;
}
