import { draftMs } from '#domain/lifetimes.ts'

/** What stands on a device of an unfinished purchase, whoever sells (settled.md, "Lifetimes"). */
type Kept = { version: number; savedAt: number; owner: string }

/**
 * Whether it may be taken up: by whom it belongs to, within a day, in the form it was written in.
 */
export const isUsable = (kept: Kept, now: Kept): boolean =>
  kept.version === now.version && kept.owner === now.owner && now.savedAt - kept.savedAt <= draftMs
