import type { SettingsSection } from '#web/domain/settings/section.ts';
import { texts } from './texts.ts';

export const section: SettingsSection = {
  key: 'traces',
  tab: 'general',
  needs: 'testTraces',
  order: 60,
  title: texts.title,
  intro: texts.intro,
  fields: [
    {
      name: 'enabled',
      kind: 'switch',
      standard: false,
      label: 'Send traces',
      hint: 'A collector that is down delays no job; traces that it misses for half an hour are dropped.',
    },
    {
      name: 'endpoint',
      kind: 'url',
      maxLength: 2_048,
      standard: '',
      label: 'Collector',
      hint: 'Address without /v1/traces, such as http://127.0.0.1:4318. On the manager’s own machine port 4318 only.',
      judge: judgeEndpoint,
    },
    {
      name: 'headers',
      kind: 'text',
      maxLength: 4_096,
      isSecret: true,
      standard: '',
      label: 'Headers',
      hint: 'Such as authorization=Bearer%20…; several separated by commas. Sent over https only, or to the manager’s own machine.',
    },
  ],
};

function judgeEndpoint(value: string): string | null {
  if (value === '') return null;
  const url = URL.parse(value);
  const fits = url !== null && ['http:', 'https:'].includes(url.protocol);
  return fits ? null : 'Enter an address that starts with http:// or https://.';
}
