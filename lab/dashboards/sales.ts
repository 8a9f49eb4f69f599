import type { Dashboard } from './panel.ts'

/** Sales: what is calculated, ordered and refused. */
export const sales: Dashboard = {
  uid: 'qorgan-sales',
  title: 'Sales',
  panels: [
    {
      title: 'Orders a minute by state',
      unit: 'short',
      asks: [['60 * sum by (state) (rate(qorgan_order_states_total[5m]))', '{{state}}']],
    },
    {
      title: 'From calculation to order',
      unit: 'percentunit',
      about: 'Orders to calculations, an hour at a time.',
      asks: [
        [
          'sum(rate(qorgan_answer_seconds_count{call=~"ogpoOrder|promoterOrder",status="200"}[1h])) / sum(rate(qorgan_answer_seconds_count{call=~"ogpoCalculate|promoterCalculate",status="200"}[1h]))',
          'OGPO',
        ],
        [
          'sum(rate(qorgan_answer_seconds_count{call="homeOrder",status="200"}[1h])) / sum(rate(qorgan_answer_seconds_count{call="homeCalculate",status="200"}[1h]))',
          'Home',
        ],
      ],
    },
    {
      title: 'Refusals a minute by code',
      unit: 'short',
      asks: [['60 * sum by (code) (rate(qorgan_refusals_total[5m]))', '{{code}}']],
    },
    {
      title: 'Time of the calls people wait for (95 of 100)',
      unit: 's',
      alarmAbove: 3,
      asks: [
        [
          'histogram_quantile(0.95, sum by (le, call) (rate(qorgan_answer_seconds_bucket{call=~"ogpoCalculate|ogpoOrder|promoterCalculate|promoterOrder|homeOrder|validateClientOtp"}[5m])))',
          '{{call}}',
        ],
      ],
    },
    {
      title: 'Calls a second, the ten busiest',
      unit: 'reqps',
      asks: [['topk(10, sum by (call) (rate(qorgan_answer_seconds_count[5m])))', '{{call}}']],
    },
    {
      title: 'Watch lists: share of the time they may be relied on',
      unit: 'percentunit',
      alarmAbove: 1,
      asks: [
        [
          'max by (list) (qorgan_list_age_seconds) / max by (list) (qorgan_list_max_age_seconds)',
          '{{list}}',
        ],
      ],
    },
    {
      title: 'Tariff tables',
      unit: 'bool',
      stat: true,
      asks: [['min by (day) (qorgan_tariff_ready)', '{{day}}']],
    },
  ],
}
