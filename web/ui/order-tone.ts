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

/** Returns the tone of an order's state: `over` ended without a policy and needs no action. */
export const orderTone = (state: string): Tone => tones[state] ?? 'now'
