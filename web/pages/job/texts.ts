export const watchTexts = {
  label: 'Notify me when this job ends',
  off: 'Not possible: the manager sends no mail.',
  no_address: 'Not possible: your account has no mail address.',
} as const;
