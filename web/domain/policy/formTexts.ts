export const formTexts = {
  tags: 'Hosts with one of these tags',
  tagsHelp: 'Such as web or env=prod. Which hosts that are is found anew at each start.',
  noGroups: 'There is no group yet; tags find hosts, too.',
  windows: 'Work only inside the maintenance windows of each host',
  windowsHelp: 'Where a host has none, work begins at once. Freezes hold in any case.',
  catchUp: 'Make up for a start that was missed while no manager was running',
  catchUpHelp: 'Once, and only within the time below. Otherwise it is left out, and listed as such.',
  late: 'How late a run may begin',
  lateHelp: 'When an approval comes late, or a start is made up for.',
  lead: 'Planned so long before its start',
  leadHelp: 'Where a second person has to approve: so that there is time to look at the plan.',
  moved: (who: string): string =>
    `${who} has changed this policy since you opened it. What you typed is still here; saving it now replaces that change where both differ.`,
  gone: 'Somebody has deleted this policy. What you typed is still here: it can be saved as a new one.',
} as const;
