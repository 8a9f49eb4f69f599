import { z } from 'zod'
import { Email, Phone } from '#contract/fields.ts'
import { fleetMost } from '#domain/constants.ts'
import { isBin, isIin } from '#domain/iin.ts'
import type { Locale } from '#domain/locale.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import { errorsOf, type FieldErrors, FormKey } from '../http/html-form.ts'

/** Kinds of cars in one price. */
export const GROUPS = [1, 2, 3] as const

export const Bin = z
  .string({ error: 'bin_invalid' })
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(
    z.string().refine(isBin, {
      error: (issue) => (isIin(String(issue.input)) ? 'bin_is_iin' : 'bin_invalid'),
    }),
  )
export const Count = z
  .string({ error: 'car_count' })
  .trim()
  .regex(/^\d{1,3}$/, { error: 'car_count' })
  .transform(Number)
  .pipe(z.int().min(1, { error: 'car_count' }).max(fleetMost, { error: 'car_count' }))

/** One plate a line, or several by commas. */
const Plates = z
  .string()
  .default('')
  .transform((text) => [
    ...new Set(
      text
        .split(/[\n,;]+/)
        .map(normalisePlate)
        .filter(Boolean),
    ),
  ])
  .pipe(
    z.array(z.string().refine(isPlate, { error: 'plates' })).max(fleetMost, { error: 'plates' }),
  )

export const Bill = z.object({
  name: z
    .string({ error: 'required' })
    .trim()
    .min(2, { error: 'required' })
    .max(200, { error: 'invalid' }),
  contact: z.string().trim().max(100, { error: 'invalid' }).default(''),
  phone: Phone,
  email: Email,
  address: z.string().trim().max(300, { error: 'invalid' }).default(''),
  plates: Plates,
  key: FormKey,
})

/** A wrong plate belongs to the field of all plates. */
export const billErrors = (error: z.ZodError, locale: Locale): FieldErrors =>
  Object.fromEntries(
    Object.entries(errorsOf(error, locale)).map(([path, message]) => [
      path.split('.')[0] ?? path,
      message,
    ]),
  )
