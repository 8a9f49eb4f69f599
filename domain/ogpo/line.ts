import type { Tenge } from '../money.ts'
import type { Factor } from './factors.ts'

/** One car with one insured person: every coefficient, the exact product and the whole tenge. */
export type Line = { plate: string; iin: string; factors: Factor[]; exact: string; premium: Tenge }
