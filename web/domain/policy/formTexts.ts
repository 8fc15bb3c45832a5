export const formTexts = {
  agents:
    'Each run brings the agents of these hosts to the version that this manager serves. No other package changes.',
  tagsHelp: 'For example web or env=prod. Matching hosts are evaluated at each run.',
  windows: 'Run only inside maintenance windows',
  windowsHelp: 'Hosts without windows start immediately. Freezes always apply.',
  catchUp: 'Catch up on missed runs',
  catchUpHelp:
    'A run missed while no manager was running starts once, within the time below. Otherwise it is skipped and listed as such.',
  late: 'Latest start',
  lateHelp: 'Limit for late approvals and missed runs.',
  lead: 'Plan ahead by',
  leadHelp: 'Leaves time to review the plan where a second approval is required.',
  moved: (who: string): string =>
    `${who} has changed this policy since you opened it. Your entries are kept; saving now overwrites that change where both differ.`,
  gone: 'This policy was deleted. Your entries are kept: you can save them as a new policy.',
} as const;
