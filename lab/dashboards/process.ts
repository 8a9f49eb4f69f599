import type { Dashboard } from './panel.ts'

/** Process, database, queue. */
export const processes: Dashboard = {
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
