import { z } from 'zod'
import type { Locale } from '#brand'
import { refusalText } from '#texts/refusals.ts'

const Kept = z.object({ code: z.int(), reason: z.string().optional() })

/** Why the last try to issue failed, as it is kept with an order or a subscription: its code and what it means; null where none failed. */
export function issueErrorIn(kept: unknown, locale: Locale): { code: number; message: string } | null {
  const error = Kept.safeParse(kept)
  return error.success ? { code: error.data.code, message: refusalText(error.data.code, locale, error.data.reason) } : null
}
