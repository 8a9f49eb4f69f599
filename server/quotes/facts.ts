import { z } from 'zod'
import { KeptText } from '#domain/localized-text.ts'
import { PersonRecord } from '../persons/record.ts'

export const VehicleRecord = z.object({
  vehicleId: z.number(),
  plate: z.string(),
  techPassport: z.string(),
  vin: z.string(),
  type: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.number(),
  region: z.string(),
  settlement: z.enum(['CITY', 'OTHER']),
})
export type VehicleRecord = z.infer<typeof VehicleRecord>

/**
 * What a quote was made from, kept with it: the price is recomputed and the policy issued from
 * this, never from what a browser says.
 */
export const QuoteFacts = z.object({
  quotedOn: z.string(),
  policyholder: PersonRecord,
  willDrive: z.boolean(),
  phone: z.string(),
  /** Every insured person, the driving policyholder among them. */
  insured: z.array(PersonRecord),
  vehicles: z.array(VehicleRecord),
  term: z.object({ start: z.string(), end: z.string(), months: z.number(), seasonal: z.boolean() }),
  insurer: z.object({
    id: z.number(),
    code: z.string(),
    name: KeptText,
    esbdSystemId: z.number(),
    commissionPercent: z.string(),
    middlemanContract: z.string(),
    correctionDeviation: z.string(),
  }),
  ogpoPlus: z.object({ payout: z.number(), premium: z.number() }).nullable(),
  badScoring: z.boolean(),
  replaces: z
    .object({
      globalId: z.string(),
      policyId: z.number(),
      premium: z.number(),
      start: z.string(),
      end: z.string(),
      orderId: z.string().nullable(),
      sameInsurer: z.boolean(),
    })
    .nullable(),
})
export type QuoteFacts = z.infer<typeof QuoteFacts>
