import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Figures for Prometheus; one registry per process. */
export function metrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
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
    refusals: new Counter({ name: 'qorgan_refusals_total', help: 'Refusals by code', labelNames: ['call', 'code'], registers }),
    states: new Counter({ name: 'qorgan_order_states_total', help: 'Orders entering a state', labelNames: ['state'], registers }),
    jobs: new Counter({ name: 'qorgan_jobs_total', help: 'Jobs finished', labelNames: ['job', 'outcome'], registers }),
    paidNotIssued: new Gauge({ name: 'qorgan_paid_not_issued', help: 'Orders paid and not yet issued', registers }),
  }
}
export type Metrics = ReturnType<typeof metrics>
