import type { Tone } from './state-word.tsx'

const tones: Readonly<Record<string, Tone>> = {
  issued: 'good',
  active: 'good',
  issue_failed: 'bad',
  refund_failed: 'bad',
  rejected: 'bad',
  expired: 'over',
  cancelled: 'over',
  refunded: 'over',
  not_renewed: 'over',
}

/** How an order's state is drawn: `over` came to its end without a policy and waits for nobody. */
export const orderTone = (state: string): Tone => tones[state] ?? 'now'
