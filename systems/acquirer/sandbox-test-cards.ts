/** Invented card numbers and what the issuing bank says to each. */
export const testCards = [
  { pan: '4400000000000001', expiry: '12/29', verdict: 'approve' },
  { pan: '5100000000000002', expiry: '12/29', verdict: 'approve' },
  { pan: '4400000000000028', expiry: '12/29', verdict: 'challenge' },
  { pan: '4400000000000010', expiry: '12/29', verdict: 'no_funds' },
  { pan: '4400000000000036', expiry: '01/24', verdict: 'expired' },
  { pan: '4400000000000044', expiry: '12/29', verdict: 'binds_only' },
] as const satisfies readonly { pan: string; expiry: string; verdict: string }[]
export type Verdict = (typeof testCards)[number]['verdict']

/** The code every 3-D Secure step expects. */
export const CHALLENGE_CODE = '1234'

/** What happens to a card; null for a number this gateway does not know. `expiry` is `MM/YY`. */
export function judge(pan: string, expiry: string, now: Date): Verdict | null {
  const card = testCards.find((known) => known.pan === pan)
  if (!card) return null
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  const ended = new Date(Date.UTC(2000 + year, month, 1)) <= now
  return ended ? 'expired' : card.verdict
}
