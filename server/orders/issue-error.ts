import { z } from 'zod'
import type { Locale } from '#domain/locale.ts'
import { refusalText } from '#texts/refusals.ts'

const Kept = z.object({
  code: z.int(),
  reason: z.string().optional(),
  ours: z.int().optional(),
  theirs: z.int().optional(),
})

/**
 * Why the last try to issue failed, as it is kept with an order or a subscription: its code and
 * what it means; null where none failed.
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
