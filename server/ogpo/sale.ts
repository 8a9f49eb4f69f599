import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'

/** What is asked to be calculated. */
export type Sale = z.output<typeof CalculateBody>
