import { useTexts } from '../texts.ts'
import words from './purchase-texts.ts'
import type { PurchaseActions } from './state/use-purchase.ts'

/** What this request waits for while it is repeated by itself; null where it does not. */
export function useWaitWords(
  { state, waiting }: PurchaseActions,
  of: NonNullable<PurchaseActions['state']['busy']>,
): string | null {
  const t = useTexts(words)
  if (waiting === null || state.busy !== of) return null
  return waiting === 'goes-on' ? t.goesOn : t.waiting(waiting.seconds)
}
