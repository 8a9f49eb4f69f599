import type { Dashboard } from './panel.ts'

/** Outside systems: failures, rests, times. */
export const outside: Dashboard = {
  uid: 'qorgan-outside',
  title: 'Outside systems',
  panels: [
    {
      title: 'Steps of the sale (1 badly, 2 stopped)',
      unit: 'short',
      alarmAbove: 1.5,
      asks: [['max by (step) (qorgan_sale_step)', '{{step}}']],
    },
    {
      title: 'Share of calls that failed, by operation',
      unit: 'percentunit',
      alarmAbove: 0.1,
      asks: [
        [
          '(sum by (system, operation) (rate(qorgan_outside_call_seconds_count{outcome="unavailable"}[15m])) or 0 * sum by (system, operation) (rate(qorgan_outside_call_seconds_count[15m]))) / sum by (system, operation) (rate(qorgan_outside_call_seconds_count[15m]))',
          '{{system}} {{operation}}',
        ],
      ],
    },
    {
      title: 'Given a rest (calls fail at once)',
      unit: 'bool',
      asks: [
        ['max by (system, operation) (qorgan_outside_breaker_open)', '{{system}} {{operation}}'],
      ],
    },
    {
      title: 'Time of calls (95 of 100)',
      unit: 's',
      asks: [
        [
          'histogram_quantile(0.95, sum by (le, system) (rate(qorgan_outside_call_seconds_bucket[5m])))',
          '{{system}}',
        ],
      ],
    },
    {
      title: 'Calls a second',
      unit: 'reqps',
      asks: [['sum by (system) (rate(qorgan_outside_call_seconds_count[5m]))', '{{system}}']],
    },
    {
      title: 'Failures a minute by operation',
      unit: 'short',
      asks: [
        [
          '60 * sum by (system, operation) (rate(qorgan_outside_call_seconds_count{outcome="unavailable"}[5m])) > 0',
          '{{system}} {{operation}}',
        ],
      ],
    },
  ],
}
