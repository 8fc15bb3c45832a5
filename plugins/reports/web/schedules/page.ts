import type { Page } from '#web/core/page.ts';

export const page: Page = {
  path: '/reports/schedules',
  tag: 'fm-page-report-schedules',
  title: 'Report schedules',
  permission: 'reports:schedule',
  needs: ['listReportSchedules', 'createReportSchedule'],
  load: () => import('./fm-page-report-schedules.ts'),
};
