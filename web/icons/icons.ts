import { svg, html, type TemplateResult } from 'lit';

/** Shapes on a 24 × 24 grid, drawn with a stroke of the text's colour; bundled, so that nothing is fetched. */
const shapes = {
  fleet: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  hosts: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01M12 7h4M12 17h4',
  health: 'M3 12h4l3-8 4 16 3-8h4',
  jobs: 'M9 6h11M9 12h11M9 18h11M4 6l1 1 2-2M4 12l1 1 2-2M4 18l1 1 2-2',
  enrollments: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2.5 20a6.5 6.5 0 0 1 13 0M19 8v6M16 11h6',
  certificates: 'M12 3l7 3v5c0 4.5-3 8.2-7 10-4-1.800-7-5.500-7-10V6zM9 12l2 2 4-4',
  about: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20a7.500 7.500 0 0 1 15 0',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-up': 'M6 15l6-6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  'chevron-left': 'M15 6l-6 6 6 6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  plus: 'M12 5v14M5 12h14',
  refresh:
    'M20 11a8 8 0 0 0-14-4.500L4 8.500M4 4v4.500h4.500M4 13a8 8 0 0 0 14 4.500l2-2M20 20v-4.500h-4.500',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  stop: 'M6 6h12v12H6z',
  play: 'M7 5l12 7-12 7z',
  pause: 'M8 5v14M16 5v14',
  warning: 'M12 4l9.500 16.500h-19zM12 10v4.500M12 17.500h.01',
  error: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 8v5M12 16h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  key: 'M8 19a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM11.500 11.500L20 3M16 7l3 3',
  shield: 'M12 3l7 3v5c0 4.500-3 8.200-7 10-4-1.800-7-5.500-7-10V6z',
  power: 'M12 4v8M7 7a7.500 7.500 0 1 0 10 0',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.500 2',
  freeze:
    'M12 3v18M4.200 7.500l15.600 9M19.800 7.500l-15.600 9M9.500 4.500L12 7l2.500-2.500M9.500 19.500L12 17l2.500 2.500',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  package: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM4 7.500l8 4.500 8-4.500M12 12v9',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  system: 'M3 5h18v11H3zM9 20h6M12 16v4',
  'sign-out': 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  live: 'M12 13.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM7.800 16.200a6 6 0 0 1 0-8.400M16.200 7.800a6 6 0 0 1 0 8.400M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14',
  offline:
    'M4 4l16 16M7.800 16.200a6 6 0 0 1-.8-7.400M5 19A10 10 0 0 1 4 6.500M16.200 7.800a6 6 0 0 1 1.200 6M19 5a10 10 0 0 1 1.600 11.800',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17 14h.01M7 14h7',
  empty: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5',
  sort: 'M8 5v14M8 19l-3-3M8 19l3-3M16 19V5M16 5l-3 3M16 5l3 3',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  groups: 'M4 4h6v6H4zM14 4h6v6h-6zM9 14h6v6H9zM7 10v2h10v-2M12 12v2',
  settings:
    'M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100',
  edit: 'M4 20l1-5L16 4l4 4L9 19zM13.500 6.500l4 4',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  book: 'M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM17 20h2V6',
} as const;

export type IconName = keyof typeof shapes;

/** An icon as wide as the text is high; decoration unless `label` says what it means. */
export function icon(name: IconName, label?: string): TemplateResult {
  const path = svg`<path d=${shapes[name]}></path>`;
  return label === undefined
    ? html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`
    : html`<svg class="icon" viewBox="0 0 24 24" role="img" aria-label=${label}>${path}</svg>`;
}
