export const texts = {
  what: 'What is installed across the fleet, read daily and after each job.',
  none: 'No packages are known yet.',
  noneText: 'Each host tells what is installed soon after it has enrolled.',
  noneFits: 'No package fits these filters.',
} as const;
