export const texts = {
  what: 'Installed packages, read daily and after each job',
  none: 'No package data yet',
  noneText: 'Hosts report their packages soon after enrollment.',
  noneFits: 'No packages match.',
} as const;
