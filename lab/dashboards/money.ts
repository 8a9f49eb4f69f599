import type { Dashboard } from './panel.ts'

/** Payments and issuing: what is paid and waits. */
export const money: Dashboard = {
  uid: 'qorgan-money',
  title: 'Payments and issuing',
  panels: [
    {
      title: 'Paid and not issued',
      unit: 'short',
      stat: true,
      asks: [['max by (product) (qorgan_paid_not_issued)', '{{product}}']],
    },
    {
      title: 'How long the oldest has been paid',
      unit: 's',
      alarmAbove: 600,
      asks: [['max by (product) (qorgan_paid_not_issued_seconds)', '{{product}}']],
    },
    {
      title: 'Attempts to pay a minute',
      unit: 'short',
      asks: [
        [
          '60 * sum by (product, state) (rate(qorgan_payment_attempts_total[5m]))',
          '{{product}} {{state}}',
        ],
      ],
    },
    {
      title: 'Issuing a minute',
      unit: 'short',
      asks: [
        [
          '60 * sum by (queue, outcome) (rate(qorgan_jobs_total{queue=~"issue|home-register|documents"}[5m]))',
          '{{queue}} {{outcome}}',
        ],
      ],
    },
    {
      title: 'Refunds not done',
      unit: 'short',
      asks: [['max by (state) (qorgan_refunds_open)', '{{state}}']],
    },
    {
      title: 'How long the oldest refund has been owed',
      unit: 's',
      alarmAbove: 1_800,
      asks: [['max by (state) (qorgan_refund_waiting_seconds)', '{{state}}']],
    },
    {
      title: 'Messages not sent',
      unit: 'short',
      asks: [['max by (kind) (qorgan_messages_unsent)', '{{kind}}']],
    },
    {
      title: 'How long the oldest message has waited',
      unit: 's',
      alarmAbove: 900,
      asks: [['max by (kind) (qorgan_message_waiting_seconds)', '{{kind}}']],
    },
    {
      title: 'Oldest Home charge whose end is not known',
      unit: 's',
      alarmAbove: 7_200,
      asks: [['max(qorgan_home_charge_open_seconds)', 'age']],
    },
  ],
}
