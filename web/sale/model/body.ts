import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'

/** What is sent of a sale, by the contract. */
export type SaleBody = Omit<z.input<typeof CalculateBody>, 'operation'>
