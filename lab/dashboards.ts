import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The dashboards as code: `node lab/dashboards.ts` writes deploy/grafana/dashboards/, which
 * Grafana reads at start.
 */

/** Sales: what is calculated, ordered and refused. */
const sales: Dashboard = {
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

/** Process, database, queue. */
const processes: Dashboard = {
  uid: 'qorgan-process',
  title: 'Process, database, queue',
  panels: [
    {
      title: 'Processes that answer',
      unit: 'short',
      stat: true,
      asks: [['sum(up{job="qorgan"})', 'up']],
    },
    {
      title: 'Last backup',
      unit: 's',
      stat: true,
      alarmAbove: 26 * 3_600,
      asks: [['min(qorgan_backup_age_seconds)', 'age']],
    },
    {
      title: 'Answers above 499',
      unit: 'percentunit',
      alarmAbove: 0.02,
      asks: [
        [
          'sum by (call) (rate(qorgan_answer_seconds_count{status=~"5.."}[5m])) / sum by (call) (rate(qorgan_answer_seconds_count[5m])) > 0',
          '{{call}}',
        ],
      ],
    },
    {
      title: 'Turned away a second',
      unit: 'reqps',
      asks: [['sum by (importance) (rate(qorgan_turned_away_total[5m]))', '{{importance}}']],
    },
    {
      title: 'Lateness of the event loop (99 of 100)',
      unit: 's',
      alarmAbove: 0.5,
      asks: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']],
    },
    {
      title: 'CPU',
      unit: 'percentunit',
      asks: [['rate(process_cpu_seconds_total[1m])', '{{instance}}']],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      asks: [
        ['process_resident_memory_bytes', '{{instance}}'],
        ['nodejs_heap_size_used_bytes', '{{instance}} heap'],
      ],
    },
    {
      title: 'Connections to the database',
      unit: 'short',
      asks: [
        ['qorgan_pool_connections{state="busy"}', '{{instance}} busy'],
        ['qorgan_pool_limit', '{{instance}} limit'],
      ],
    },
    {
      title: 'Work that waits for a connection',
      unit: 'short',
      alarmAbove: 1,
      asks: [['qorgan_pool_waiting', '{{instance}}']],
    },
    {
      title: 'PostgreSQL answers',
      unit: 'bool',
      stat: true,
      asks: [['min by (instance) (qorgan_figures_read)', '{{instance}}']],
    },
    {
      title: 'Oldest due job',
      unit: 's',
      alarmAbove: 300,
      asks: [['max by (queue) (qorgan_queue_age_seconds) > 0', '{{queue}}']],
    },
    {
      title: 'Jobs that are due',
      unit: 'short',
      asks: [['max by (queue) (qorgan_jobs_waiting) > 0', '{{queue}}']],
    },
    {
      title: 'Jobs that failed and come again',
      unit: 'short',
      asks: [['max by (queue) (qorgan_jobs_retrying) > 0', '{{queue}}']],
    },
    {
      title: 'Jobs being done',
      unit: 'short',
      asks: [['sum by (queue) (qorgan_jobs_running) > 0', '{{queue}}']],
    },
    {
      title: 'Jobs a second',
      unit: 'ops',
      asks: [['sum by (queue, outcome) (rate(qorgan_jobs_total[5m]))', '{{queue}} {{outcome}}']],
    },
  ],
}

/** Outside systems: failures, rests, times. */
const outside: Dashboard = {
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

/** Payments and issuing: what is paid and waits. */
const money: Dashboard = {
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

type Unit = 'short' | 's' | 'percentunit' | 'bytes' | 'reqps' | 'ops' | 'bool'
/** A panel: what it shows, in which unit, and its questions, each with the name of its lines. */
type Panel = {
  title: string
  unit: Unit
  asks: [expression: string, legend: string][]
  stat?: true
  alarmAbove?: number
  about?: string
}
/** A board of Grafana: its panels stand two in a row. */
export type Dashboard = { uid: string; title: string; panels: Panel[] }

const WIDTH = 12
const HEIGHT = 8

const board: Dashboard[] = [sales, money, outside, processes]

/** The files of the dashboards, by name. */
export const dashboards = (): Record<string, string> =>
  Object.fromEntries(
    board.map((one) => [`${one.uid}.json`, `${JSON.stringify(grafana(one), null, 1)}\n`]),
  )

const PROMETHEUS = { type: 'prometheus', uid: 'prometheus' }

const grafana = ({ uid, title, panels }: Dashboard) => ({
  uid,
  title,
  tags: ['qorgan'],
  timezone: 'Asia/Almaty',
  schemaVersion: 39,
  editable: false,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  panels: panels.map((panel, index) => ({
    id: index + 1,
    type: panel.stat ? 'stat' : 'timeseries',
    title: panel.title,
    ...(panel.about ? { description: panel.about } : {}),
    datasource: PROMETHEUS,
    gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: {
      defaults: {
        unit: panel.unit,
        min: 0,
        ...(panel.alarmAbove
          ? {
              thresholds: {
                mode: 'absolute',
                steps: [
                  { color: 'green', value: null },
                  { color: 'red', value: panel.alarmAbove },
                ],
              },
              custom: { thresholdsStyle: { mode: 'line' } },
            }
          : {}),
      },
      overrides: [],
    },
    options: panel.stat
      ? { reduceOptions: { calcs: ['lastNotNull'] } }
      : { legend: { displayMode: 'list', placement: 'bottom' } },
    targets: panel.asks.map(([expr, legendFormat], at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: PROMETHEUS,
      expr,
      legendFormat,
    })),
  })),
})

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../deploy/grafana/dashboards')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(dashboards())) writeFileSync(join(folder, name), text)
}
