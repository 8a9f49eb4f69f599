import { createHistogram } from 'node:perf_hooks'
import { type KindName, kindNames, type Outcome } from './load.ts'

/** Counts answers by kind and outcome. */
export function answersByKind() {
  const fresh = () => ({ outcomes: new Map<Outcome, number>(), times: createHistogram() })
  const all = () => new Map(kindNames.map((name) => [name, fresh()]))
  let of = all()
  let samples = new Map<string, number>()
  return {
    /** Forgets what was counted while everything was getting warm. */
    begin: () => {
      of = all()
      samples = new Map()
    },
    note: (kind: KindName, outcome: Outcome, ms: number) => {
      const counted = of.get(kind) ?? fresh()
      counted.outcomes.set(outcome, (counted.outcomes.get(outcome) ?? 0) + 1)
      if (outcome === 'good') counted.times.record(Math.max(1, Math.round(ms * 1_000)))
    },
    /** What went wrong, in words, each counted. */
    sample: (what: string) => {
      if (samples.size < 30 || samples.has(what)) samples.set(what, (samples.get(what) ?? 0) + 1)
    },
    told: (seconds: number) => ({
      of: Object.fromEntries(
        [...of].map(([name, { outcomes, times }]) => {
          const at = (percent: number) =>
            times.count === 0 ? 0 : times.percentile(percent) / 1_000
          const perSecond = Object.fromEntries(
            [...outcomes].map(([outcome, count]) => [outcome, count / seconds]),
          )
          return [name, { perSecond, p50: at(50), p95: at(95), p99: at(99) }]
        }),
      ),
      samples: Object.fromEntries(samples),
    }),
  }
}
