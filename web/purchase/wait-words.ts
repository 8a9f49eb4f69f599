import { useTexts } from '../texts.ts'
import words from './purchase-texts.ts'
import type { PurchaseActions } from './state/use-purchase.ts'

/** Returns what this request waits for while it is retried; null if it does not wait. */
export function useWaitWords(
  { state, waiting }: PurchaseActions,
  of: NonNullable<PurchaseActions['state']['busy']>,
): string | null {
  const t = useTexts(words)
  if (waiting === null || state.busy !== of) return null
  return waiting === 'goes-on' ? t.goesOn : t.waiting(waiting.seconds)
}
