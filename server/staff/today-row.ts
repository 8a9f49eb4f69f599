import type { z } from 'zod'
import type { today as contract } from '#contract/staff-today.ts'

/** A line of today's work, as each part of it is read. */

/** So many of a desk are looked at and so many rows are shown. */
export const LOOKED_AT = 1_000
export type Shown = Extract<
  z.input<typeof contract.reply>,
  { success: true }
>['data']['rows'][number]
/** As a desk finds it; what only the shown ones need is read for those. */
type Few = 'likeness' | 'obstacle'
export type Row = Omit<Shown, 'papers' | Few> & Partial<Pick<Shown, Few>>
