import { useState } from 'react'
import type { StaffClaim } from './claim.ts'

/**
 * A value of the server's under a field: it follows the server until somebody types over it.
 * `round` is the field's key; `behind` says that it was changed while somebody was typing.
 */
export function useServerValue(now: string) {
  const [held, setHeld] = useState({ seen: now, typed: false, round: 0 })
  // What came while nothing was typed is shown; the field begins anew with it.
  if (!held.typed && held.seen !== now) setHeld({ seen: now, typed: false, round: held.round + 1 })
  return {
    seen: held.seen,
    round: held.round,
    behind: held.typed && held.seen !== now,
    typed: () => setHeld((before) => (before.typed ? before : { ...before, typed: true })),
    kept: () => setHeld((before) => ({ ...before, typed: false })),
  }
}

type Event = StaffClaim['events'][number]

/**
 * What others did with the claim since somebody began to write their decision; `begin` at the first
 * letter, `end` when it was sent.
 */
export function useMeanwhile({ acted, events }: StaffClaim): {
  others: readonly Event[]
  begin: () => void
  end: () => void
} {
  const [since, setSince] = useState<string | null>(null)
  const others =
    since === null
      ? []
      : events.filter(({ id, by }) => !by.mine && /^\d+$/.test(id) && BigInt(id) > BigInt(since))
  return {
    others,
    begin: () => setSince((before) => before ?? acted),
    end: () => setSince(null),
  }
}
