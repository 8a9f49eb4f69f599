import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { Email, Phone } from '#contract/fields.ts'
import { routesOf } from '#contract/pages.ts'
import type { OrganisationRequest } from '#contract/staff-today.ts'
import { alphabetical } from '#domain/alphabetical.ts'
import type { Day } from '#domain/calendar.ts'
import { fleetMost } from '#domain/constants.ts'
import { isBin, isIin } from '#domain/iin.ts'
import type { Locale } from '#domain/locale.ts'
import { type Fleet, type FleetPrice, fleetPrice } from '#domain/ogpo/fleet.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import { fieldText } from '#texts/fields.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import {
  errorsOf,
  type FieldErrors,
  FormKey,
  ownPage,
  type Typed,
  typedIn,
  typedInQuery,
} from '../http/html-form.ts'
import type { Site } from '../http/site.ts'
import { storeRequest } from './requests.ts'

/** Kinds of cars in one price. */
const GROUPS = [1, 2, 3] as const

const Bin = z
  .string({ error: 'bin_invalid' })
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(
    z.string().refine(isBin, {
      error: (issue) => (isIin(String(issue.input)) ? 'bin_is_iin' : 'bin_invalid'),
    }),
  )
const Count = z
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

const Bill = z.object({
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
const billErrors = (error: z.ZodError, locale: Locale): FieldErrors =>
  Object.fromEntries(
    Object.entries(errorsOf(error, locale)).map(([path, message]) => [
      path.split('.')[0] ?? path,
      message,
    ]),
  )

type Shown = {
  typed?: Typed
  errors?: FieldErrors
  priced?: Priced
  wait?: number | null
  sent?: { number: number; email: string }
}
type Priced = { bin: string; fleet: Fleet; price: FleetPrice }

/**
 * An organisation's price at once, by the law's tariff alone, and its request for a bill, which
 * goes to the contact desk. Works without a script: the address contains the price's facts.
 */
export function mountOrganisation(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('organisations')) {
    const at = async () => {
      const day = deps.clock.today()
      const tables = await deps.reference.tables(day)
      return { day, tables }
    }
    const show = (reply: FastifyReply, now: Now, shown: Shown = {}) =>
      ownPage(reply).send(site.render('organisations', locale, pageData(now, locale, shown)))
    app.get(route, async (request, reply) => {
      const now = await at()
      const typed = typedInQuery(request)
      if (!now.tables || typed.region === undefined) return show(reply, now, { typed })
      const found = pricedBy(typed, now.tables, now.day, locale)
      reply.header('x-robots-tag', 'noindex')
      return 'errors' in found
        ? show(reply.code(422), now, { typed, errors: found.errors })
        : show(reply, now, { typed, priced: found })
    })
    app.post(route, async (request, reply) => {
      const now = await at()
      const typed = typedIn(request, locale)
      if (!now.tables) return show(reply.code(503), now, { typed })
      const priced = pricedBy(typed, now.tables, now.day, locale)
      if ('errors' in priced) return show(reply.code(422), now, { typed, errors: priced.errors })
      const bill = Bill.safeParse(typed, { reportInput: true })
      if (!bill.success)
        return show(reply.code(422), now, { typed, priced, errors: billErrors(bill.error, locale) })
      const { key, phone, email, contact } = bill.data
      const number = await storeRequest(
        deps,
        {
          id: key,
          name: contact,
          phone,
          email,
          locale,
          kind: 'organisation',
          organisation: requestOf(priced, bill.data, now.tables, now.day),
        },
        askedFrom(request),
      )
      if (typeof number === 'object')
        return show(reply.code(429).header('retry-after', number.wait), now, {
          typed,
          priced,
          ...number,
        })
      if (number === 'taken')
        return show(reply.code(422), now, {
          typed,
          priced,
          errors: { phone: fieldText('uuid', locale) },
        })
      return show(reply, now, { priced, sent: { number, email } })
    })
  }
}

type Now = { day: Day; tables: Tables | null }

/** Prices the typed facts, or returns their errors. */
function pricedBy(
  typed: Typed,
  tables: Tables,
  day: Day,
  locale: Locale,
): Priced | { errors: FieldErrors } {
  const bin = Bin.safeParse(typed.bin ?? '')
  const region = tables.regions.find(({ code }) => code === typed.region)
  const errors: FieldErrors = {
    ...(bin.success
      ? {}
      : { bin: fieldText(bin.error.issues[0]?.message ?? 'bin_invalid', locale) }),
    ...(region ? {} : { region: fieldText('invalid', locale) }),
  }
  const groups = GROUPS.filter((n) => n === 1 || (typed[`count${n}`] ?? '').trim()).map((n) => {
    const count = Count.safeParse(typed[`count${n}`])
    const vehicleType = typed[`type${n}`] ?? ''
    if (!count.success) errors[`count${n}`] = fieldText('car_count', locale)
    if (!tables.vehicleTypes.some(({ code }) => code === vehicleType))
      errors[`type${n}`] = fieldText('invalid', locale)
    return { vehicleType, over: typed[`over${n}`] === '1', count: count.data ?? 0 }
  })
  if (!bin.success || !region || Object.keys(errors).length > 0) return { errors }
  const fleet: Fleet = {
    region: region.code,
    settlement: typed.settlement === 'OTHER' && !region.republican ? 'OTHER' : 'CITY',
    carriage: typed.carriage === '1',
    groups,
  }
  return { bin: bin.data, fleet, price: fleetPrice(fleet, tables, day) }
}

function requestOf(
  { bin, fleet, price }: Priced,
  { name, address, plates }: z.infer<typeof Bill>,
  tables: Tables,
  day: Day,
): OrganisationRequest {
  const { region, settlement, carriage } = fleet
  return {
    bin,
    name,
    address,
    settlement,
    carriage,
    plates,
    day,
    region: tables.regions.find(({ code }) => code === region)?.label ?? { kz: region, ru: region },
    groups: price.lines.map(({ vehicleType, over, count, each, sum }) => ({
      vehicleType,
      over,
      count,
      each,
      sum,
    })),
    total: price.total,
    tables: tables.version,
  }
}

const pageData = (
  { tables }: Now,
  locale: Locale,
  { typed = {}, errors = {}, priced, wait = null, sent }: Shown,
) => ({
  regions: (tables?.regions ?? [])
    .map(({ code, label, republican }) => ({ code, republican, label: label[locale] }))
    .sort(
      (one, other) =>
        Number(other.republican) - Number(one.republican) ||
        alphabetical(locale)(one.label, other.label),
    ),
  typed,
  errors,
  wait,
  priced:
    priced && tables
      ? {
          bin: priced.bin,
          ...priced.price,
          carriage: priced.fleet.carriage,
          settlement: priced.fleet.settlement,
          region:
            tables.regions.find(({ code }) => code === priced.fleet.region)?.label[locale] ?? '',
          legalEntity: tables.legalEntity,
          deviation: tables.correctionMaxDeviation,
          year: tables.effectiveFrom.slice(0, 4),
        }
      : null,
  key: crypto.randomUUID(),
  sent: sent ?? null,
})
