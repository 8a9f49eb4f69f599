import { z } from 'zod'
import { numberAsTyped, phoneAsTyped, usualSigns } from '#domain/as-typed.ts'
import { isDay } from '#domain/calendar.ts'
import { isEmail } from '#domain/email.ts'
import { iinFault, isBin, isIin } from '#domain/iin.ts'
import { isPersonName, type NameKey, oneApostrophe, patronymicOf } from '#domain/person.ts'
import { isMobile } from '#domain/phone.ts'
import { cutUnseen, seenOf } from '#domain/seen-text.ts'

/**
 * Fields that several calls share. The message of a failed check is a key of texts/fields.ts, put
 * into words at the door.
 */
export const Iin = z
  .string({ error: 'iin' })
  .transform(numberAsTyped)
  .pipe(
    z.string().refine((text) => isIin(text), {
      error: (issue) => iinFault(String(issue.input)) ?? 'iin',
    }),
  )
  .meta({ description: '12 digits with a right check digit', example: '850315399904' })

/**
 * Returns a schema of a free text with at least so many visible characters, blanks between them
 * counted.
 */
export const written = (least = 1, error = 'required') =>
  z
    .string({ error: 'required' })
    .overwrite(cutUnseen)
    .min(least, { error, abort: true })
    .refine((text) => seenOf(text).length >= least, { error })

const spelt = (text: string): string => cutUnseen(usualSigns(oneApostrophe(text)))
/** A surname or a given name: letters, without invisible characters between them. */
const PersonName = z
  .string({ error: 'required' })
  .overwrite(spelt)
  .min(1, { error: 'required', abort: true })
  .max(100, { error: 'invalid' })
  .refine(isPersonName, { error: 'person_name' })
/** A patronymic, which may be missing, also in words. */
const Patronymic = z
  .string()
  .overwrite((text) => patronymicOf(spelt(text)))
  .max(100, { error: 'invalid' })
  .refine((text) => text === '' || isPersonName(text), { error: 'person_name' })
/** A person's names in a form, and in an answer. */
export const typedNames = {
  surname: PersonName,
  name: PersonName,
  patronymic: Patronymic.optional(),
} satisfies Record<NameKey, z.ZodType>
export const knownNames = {
  surname: z.string(),
  name: z.string(),
  patronymic: z.string(),
} satisfies Record<NameKey, z.ZodType<string>>

/** A text that may be left out; one of nothing to see is left out. */
export const maybeWritten = () => z.string().overwrite(cutUnseen)

export const IinOrBin = z
  .string({ error: 'iin' })
  .transform(numberAsTyped)
  .pipe(z.string().refine((text) => isIin(text) || isBin(text), { error: 'iin' }))
  .meta({ description: '12 digits of a person or an organisation', example: '850315399904' })

export const Phone = z
  .string({ error: 'phone' })
  .transform((text, context) => {
    const phone = phoneAsTyped(text)
    if (phone) return phone
    context.addIssue({ code: 'custom', message: 'phone' })
    return z.NEVER
  })
  .meta({
    description: 'any usual spelling; kept as 11 digits 7XXXXXXXXXX',
    example: '77010000001',
  })

/** A number that can receive an SMS or a bill. */
export const Mobile = Phone.refine(isMobile, { error: 'mobile' })

export const Day = z
  .string({ error: 'day' })
  .refine((text) => isDay(text), { error: 'day' })
  .meta({ description: 'YYYY-MM-DD, a day in Asia/Almaty', example: '2026-11-22' })
export const Email = z
  .string({ error: 'email' })
  .trim()
  .refine(isEmail, { error: 'email' })
  .meta({ format: 'email', example: 'user@example.kz' })
export const Instant = z.iso.datetime({ offset: true, error: 'instant' })
/** A password typed at sign-in: none contains blanks, but a copied one may bring one along. */
export const TypedPassword = z
  .string({ error: 'required' })
  .overwrite(cutUnseen)
  .min(1, { error: 'required' })
  .max(200)
export const Pin = z.string({ error: 'code' }).regex(/^\d{4}$/, { error: 'code' })
export const GlobalId = written().max(20, { error: 'required' })
export const Uuid = z.uuid({ error: 'uuid' })
/** A sum of another system's, which has tiyn; of ours none has. */
export const TengeWithTiyn = z.number().meta({ description: 'tenge, with tiyn as decimals' })
/** A whole number in a request: as large as the database holds. */
export const Whole = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
export const Tenge = z.int().meta({ description: 'whole tenge' })
