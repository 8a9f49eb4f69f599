import type { Policy } from '../../cabinet/state.ts'
import type { DraftInHand, Wrong } from './use-draft.ts'
import type { ShotsInHand } from './use-shots.ts'
import type { Stop } from './way-head.tsx'

export type WayPolicy = Policy

/** What every stop after the first is given. */
export type StopProps = {
  hand: DraftInHand
  shots: ShotsInHand
  policy: WayPolicy | null
  policies: readonly WayPolicy[]
  /** The server's clock when the page was opened, ISO 8601. */
  now: string
  /** What the server would not have of this stop's answers. */
  wrong: readonly Wrong[]
  /** Sends the answers and goes on. */
  onwards: (next: Stop) => Promise<void>
}

/** Returns the error of an answer, in the server's words. */
export const wrongOf = (wrong: readonly Wrong[], name: string): string | undefined =>
  wrong.find(({ path }) => path === name || path === `answers.${name}`)?.message
