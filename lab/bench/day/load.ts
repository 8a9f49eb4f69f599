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
export const kindNames = ['page', 'calculation', 'poll', 'order', 'paper'] as const
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
