import type { ReportContent } from '../api.ts';
import type { Letter } from './letterForm.ts';
import { counted, plainLine } from './text.ts';

const MAX_NAME = 120;
const MAX_WHY = 300;
const MAX_FIGURES = 20;

const TITLES: Readonly<Record<string, string>> = {
  compliance: 'Compliance',
  'patch-history': 'Patch history',
  vulnerability: 'Vulnerabilities',
  audit: 'Audit log',
};

/** A scheduled report, or why there is none. */
export function reportLetter(content: ReportContent, managerUrl: string): Letter {
  const name = plainLine(content.name, MAX_NAME);
  const link = { text: 'Open reports', url: linkTo(content, managerUrl) };
  const author = `The schedule was saved by ${plainLine(content.authorName, MAX_NAME)} and covers the hosts in that user’s scope.`;
  if (content.fact === 'report.failed')
    return {
      subject: `Report failed: ${name}`,
      first: `The report “${name}” could not be created.`,
      more: [plainLine(content.why, MAX_WHY), author],
      list: null,
      link,
    };
  const { from, to, rows, group, isAttached, figures } = content;
  const told = `${TITLES[content.reportType] ?? content.reportType}, from ${utc(from)} to ${utc(to)}${group === null ? '' : `, hosts of the group ${plainLine(group, MAX_NAME)}`}: ${counted(rows, 'row')}.`;
  return {
    subject: `Report: ${name}`,
    first: isAttached
      ? `The report “${name}” is attached.`
      : `Download the report “${name}” from the manager: it is too large for a mail.`,
    more: isAttached ? [told, author] : [told, fetching(content), author],
    list:
      figures.length === 0
        ? null
        : {
            title: 'Figures',
            items: figures.slice(0, MAX_FIGURES).map(({ label, value }) => ({ name: label, what: value })),
            unnamed: 0,
            rest: (count) => `And ${counted(count, 'more', 'more')}.`,
          },
    link,
  };
}

/** A link to the reports page with report, period and hosts already chosen. */
function linkTo(content: ReportContent, managerUrl: string): string {
  const query = new URLSearchParams({ type: content.reportType });
  if (content.fact === 'report.made') {
    query.set('from', content.from);
    query.set('to', content.to);
    if (content.groupId) query.set('group', content.groupId);
  }
  return `${managerUrl}/reports?${query.toString()}`;
}

/** What to do about a file that was too large for the mail. */
function fetching({ size, sizeAllowed, format, authorName }: Made): string {
  const why =
    size === undefined || sizeAllowed === undefined
      ? ''
      : `The file has ${size}; the limit for attachments is ${sizeAllowed}. `;
  const button = format === undefined ? 'the file' : `Download ${format.toUpperCase()}`;
  return `${why}Open the link below, sign in, and choose ${button}: report, period and hosts are preselected. If you have no account, ask ${plainLine(authorName, MAX_NAME)}.`;
}

type Made = Extract<ReportContent, { fact: 'report.made' }>;

const utc = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;
