import { createHistogram } from 'node:perf_hooks'
import { z } from 'zod'

/** What the process of the clients is told, by JSON. */
export const Load = z.object({
  urls: z.array(z.string()),
  buyers: z.array(
    z.object({
      iin: z.string(),
      phone: z.string(),
      email: z.string(),
      plate: z.string(),
      techPassport: z.string(),
      token: z.string(),
    }),
  ),
  perSecond: z.object({
    contracts: z.number(),
    calculations: z.number(),
    polls: z.number(),
    pages: z.number(),
  }),
  seconds: z.number(),
  /** At the beginning, not counted. */
  warmSeconds: z.number(),
  seed: z.int(),
})
export type Load = z.infer<typeof Load>

/**
 * `refused`: a polite no of somebody else's making; `later`: 429 or 503 that says when to come
 * again; `broken`: anything else.
 */
export type Outcome = 'good' | 'refused' | 'later' | 'broken' | 'not_sent'
const kindNames = ['page', 'calculation', 'poll', 'order', 'paper'] as const
export type KindName = (typeof kindNames)[number]

const Told = z.object({
  perSecond: z.record(z.string(), z.number()),
  /** Milliseconds of good answers. */
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
})
export const Report = z.object({
  kinds: z.object({
    of: z.record(z.enum(kindNames), Told),
    samples: z.record(z.string(), z.number()),
  }),
  placed: z.array(z.object({ orderId: z.string() })),
  waiting: z.number(),
})
export type Report = z.infer<typeof Report>

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
