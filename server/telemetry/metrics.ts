import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Figures for Prometheus; one registry per process. What every process reads alike from the
 * database is filled in by `figures.ts`.
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = gauges(registers)
  return {
    registry,
    answers: new Histogram({
      name: 'qorgan_answer_seconds',
      help: 'Time of our answers',
      labelNames: ['call', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    outside: new Histogram({
      name: 'qorgan_outside_call_seconds',
      help: 'Time of calls to outside systems',
      labelNames: ['system', 'operation', 'outcome'],
      buckets: [0.01, 0.05, 0.2, 0.5, 1, 2, 5],
      registers,
    }),
    breaker: gauge(
      'outside_breaker_open',
      '1 while calls of the operation fail at once because it failed before',
      ['system', 'operation'],
    ),
    refusals: new Counter({
      name: 'qorgan_refusals_total',
      help: 'Refusals by code',
      labelNames: ['call', 'code'],
      registers,
    }),
    states: new Counter({
      name: 'qorgan_order_states_total',
      help: 'Orders entering a state',
      labelNames: ['state'],
      registers,
    }),
    attempts: new Counter({
      name: 'qorgan_payment_attempts_total',
      help: 'Attempts to pay entering a state',
      labelNames: ['product', 'state'],
      registers,
    }),
    limitsPassed: new Counter({
      name: 'qorgan_limits_passed_total',
      help: 'Questions past a limit of everybody together, answered more slowly',
      labelNames: ['limit'],
      registers,
    }),
    wrongCodes: new Counter({
      name: 'qorgan_wrong_codes_total',
      help: 'Wrong codes from SMS, by what they were for',
      labelNames: ['purpose'],
      registers,
    }),
    shed: new Counter({
      name: 'qorgan_turned_away_total',
      help: 'Calls refused because the process has too much to do',
      labelNames: ['importance'],
      registers,
    }),
    jobs: new Counter({
      name: 'qorgan_jobs_total',
      help: 'Jobs finished',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    jobsRunning: gauge('jobs_running', 'Jobs this process is at', ['queue']),
    pool: gauge('pool_connections', 'Connections to the database', ['state']),
    poolLimit: gauge('pool_limit', 'Connections to the database this process may have'),
    poolWaiting: gauge('pool_waiting', 'Work that waits for a connection to the database'),
    ...databaseGauges(gauge),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

const gauges =
  (registers: Registry[]) =>
  <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name: `qorgan_${name}`, help, labelNames, registers })

/** Gauges every process reads alike from the database. */
const databaseGauges = (gauge: ReturnType<typeof gauges>) => ({
  figuresRead: gauge(
    'figures_read',
    '1 when the figures of the database below could be read, else they are those of the last time',
  ),
  paidNotIssued: gauge('paid_not_issued', 'Purchases paid and not yet issued', ['product']),
  paidNotIssuedAge: gauge('paid_not_issued_seconds', 'How long the oldest of them has been paid', [
    'product',
  ]),
  saleStep: gauge(
    'sale_step',
    'How a step of the sale does: 0 well or not asked, 1 badly or somebody waits, 2 the sale stops there',
    ['step'],
  ),
  refundsOpen: gauge('refunds_open', 'Refunds not done: due, failed, or by_hand to bank details', [
    'state',
  ]),
  refundAge: gauge('refund_waiting_seconds', 'How long the oldest of them has been owed', [
    'state',
  ]),
  listAge: gauge('list_age_seconds', 'Time since a watch list was confirmed', ['list', 'effect']),
  listMaxAge: gauge('list_max_age_seconds', 'How old the list may be', ['list', 'effect']),
  jobsWaiting: gauge('jobs_waiting', 'Jobs that are due and not begun', ['queue']),
  jobsRetrying: gauge('jobs_retrying', 'Jobs that failed and will come again', ['queue']),
  queueAge: gauge('queue_age_seconds', 'How long the oldest due job has been due', ['queue']),
  messagesUnsent: gauge('messages_unsent', 'Messages of the last two days not sent yet', ['kind']),
  messageAge: gauge('message_waiting_seconds', 'How long the oldest of them has waited', ['kind']),
  homeChargeAge: gauge(
    'home_charge_open_seconds',
    'Age of the oldest Home charge whose end is not known',
  ),
  tariffReady: gauge('tariff_ready', '1 when there are tariff tables for the day', ['day']),
  durable: gauge(
    'database_durable',
    '1 when a commit waits for another server as DATABASE_DURABILITY wants it, or need not',
  ),
  backupAge: gauge('backup_age_seconds', 'Time since the last backup was taken'),
})
