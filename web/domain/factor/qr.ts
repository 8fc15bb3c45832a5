import { svg, type SVGTemplateResult } from 'lit';
import { encode } from 'uqr';

/** Four light modules around it: without them cameras do not find it. */
const QUIET_ZONE = 4;

export interface QrPath {
  /** Modules along each side, with the light ones around it. */
  size: number;
  /** The dark modules, as the `d` of an SVG path. */
  d: string;
}

/** The QR code of a text. Throws when the text is longer than a QR code holds. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const d = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('');
  return { size, d };
}

/** Black on white in every theme: many cameras read no other. `label` is for those who do not see it. */
export function qrCode(text: string, label: string): SVGTemplateResult {
  const { size, d } = qrPath(text);
  return svg`<svg
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label=${label}
    shape-rendering="crispEdges"
  >
    <rect width=${size} height=${size} fill="#fff"></rect>
    <path d=${d} fill="#000"></path>
  </svg>`;
}
