import { z } from 'zod'
import {
  isTechPassport,
  normaliseLicence,
  normaliseTechPassport,
} from '#domain/document-numbers.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'

export const Plate = z
  .string({ error: 'plate' })
  .transform(normalisePlate)
  .pipe(z.string().refine(isPlate, { error: 'plate' }))
  .meta({ example: '123ABC02' })
export const TechPassport = z
  .string({ error: 'tech_passport' })
  .transform(normaliseTechPassport)
  .pipe(z.string().refine(isTechPassport, { error: 'tech_passport' }))
  .meta({ example: 'AB12345678' })
export const Licence = z
  .string({ error: 'licence' })
  .max(20, { error: 'licence' })
  .transform(normaliseLicence)
