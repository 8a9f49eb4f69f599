import { z } from 'zod'
import type { Obstacle } from '#contract/staff-orders.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import type { Unavailable } from '#systems/http.ts'
import { refusalText } from '#texts/refusals.ts'

const Kept = z.object({
  code: z.int(),
  reason: z.string().optional(),
  ours: z.int().optional(),
  theirs: z.int().optional(),
  system: z.string().optional(),
  operation: z.string().optional(),
  since: z.string().optional(),
})

/**
 * Why a try to issue failed, as it is kept with an order or a subscription: which system, at what,
 * and since when it is the same one. `before` is what was kept of the try before.
 */
export function failureOf(cause: Unavailable | EsbdRefused, before: unknown, now: Date) {
  const last = Kept.safeParse(before).data
  const { system, operation } = cause
  const isSame = last?.system === system && last.operation === operation
  return {
    code: cause instanceof EsbdRefused ? refusals.setClientFailed : refusals.apiUnavailable,
    system,
    operation,
    since: (isSame && last.since) || now.toISOString(),
  }
}

/**
 * Why the last try to issue failed, for the client: its code and what it means; null where none
 * failed.
 */
export function issueErrorIn(
  kept: unknown,
  locale: Locale,
): { code: number; message: string } | null {
  const error = Kept.safeParse(kept)
  if (!error.success) return null
  const { code, reason, ours, theirs } = error.data
  // Both sums stand beside the words: people have to see which is right.
  const sums = ours !== undefined && theirs !== undefined ? ` ${ours} ₸ / ${theirs} ₸` : ''
  return { code, message: `${refusalText(code, locale, reason)}${sums}` }
}

/** The same for a desk: which system, at what, since when; null where no try failed. */
export function obstacleIn(kept: unknown): Obstacle | null {
  const error = Kept.safeParse(kept)
  if (!error.success) return null
  const { code, reason, ours, theirs, system, operation, since } = error.data
  const what =
    reason === 'issue_price_differs'
      ? 'price'
      : system === 'aml'
        ? 'lists'
        : code === refusals.setClientFailed
          ? 'refused'
          : 'silent'
  return {
    what,
    code,
    system: system ?? null,
    operation: operation ?? null,
    since: since ?? null,
    ours: ours ?? null,
    theirs: theirs ?? null,
  }
}
