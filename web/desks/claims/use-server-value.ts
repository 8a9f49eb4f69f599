import { useState } from 'react'
import type { StaffClaim } from './claim.ts'

/**
 * A field value that tracks the server until the user edits it. `round` is the field's key;
 * `behind` is true if the server's value changed during the edit.
 */
export function useServerValue(now: string) {
  const [held, setHeld] = useState({ seen: now, typed: false, round: 0 })
  // The user has typed nothing: shows the new value and restarts the field with it.
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
 * Lists what others did with the claim since the user began to write a decision; call `begin` at
 * the first letter, `end` after sending.
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
