import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { RenewalPrice } from './cabinet.ts'
import { answer, call, done } from './call.ts'
import { Day, GlobalId, Instant, Tenge } from './fields.ts'

const promoter = ['promoter'] as const

/** An instant, or a day of Almaty: dateFrom its beginning, dateTo its end. */
const InstantOrDay = z.union([Instant, Day], { error: 'instant' })
const BlockPage = z.object({
  /** The switch is on and its time is not over; it may still lie ahead. */
  isBlocked: z.boolean(),
  dateFrom: Instant.nullable(),
  dateTo: Instant.nullable(),
  text: z.string(),
  /** It stops calculate and order now. */
  active: z.boolean(),
  /** Name of who saved it last; empty before anybody has. */
  by: z.string(),
})
export const isBlocked = call({
  path: '/api/promoter/policy/ogpo/is-blocked',
  method: 'POST',
  may: ['promoter', 'staff'],
  about: 'Whether issuance is stopped now, and the text to show.',
  body: z.strictObject({}),
  reply: answer(z.object({ isBlocked: z.boolean(), text: z.string() })),
})
export const blockPageData = call({
  path: '/api/promoter/policy/ogpo/block-page-data',
  method: 'POST',
  may: ['promoter', 'staff'],
  about: 'The switch as it was saved last.',
  body: z.strictObject({}),
  reply: answer(BlockPage),
})
export const saveBlockPage = call({
  path: '/api/promoter/policy/ogpo/save-block-page',
  method: 'POST',
  may: ['promoter', 'staff'],
  about:
    'Stops or opens issuance in the portal for everyone, at once or in a time of its own; ends by itself at dateTo. Audited.',
  body: z.strictObject({
    isBlocked: z.boolean({ error: 'required' }),
    dateFrom: InstantOrDay.nullish(),
    dateTo: InstantOrDay.nullish(),
    text: z.string().trim().max(2_000).default(''),
  }),
  reply: answer(BlockPage),
})
export const Cursor = z.string().max(200)
export const expiring = call({
  path: '/api/promoter/sale/expiring',
  method: 'POST',
  may: promoter,
  about:
    'Policies of own sales that end within 30 days and are not yet renewed, the soonest first, with today’s price of another year. Without those whose car is sold.',
  body: z.strictObject({ cursor: Cursor.nullish(), limit: z.int().min(1).max(50).default(20) }),
  reply: answer(
    z.object({
      policies: z.array(
        z.object({
          globalId: z.string(),
          endDate: Day,
          daysLeft: z.int(),
          /** The start a renewal would have: open the selling screen with `?prolong={globalId}`. */
          prolongStart: Day,
          premium: Tenge,
          /** Today’s price of another year by the facts of this policy; null where it has none. */
          today: RenewalPrice.nullable(),
          insurer: z.string(),
          cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
          policyholder: z.string(),
          phone: z.string(),
          /** The client asked not to be called: told this promoter, or somebody else wrote it down. */
          noCalls: z.enum(['own', 'other']).nullable(),
        }),
      ),
      next: z.string().nullable(),
    }),
  ),
})

export const renewalContact = call({
  path: '/api/promoter/sale/renewalContact',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'The phone of the policyholder of an own sale, and what to write to them in their language. 14134 for who asked not to be called. Each look is in the audit log.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(z.object({ phone: z.string(), language: z.enum(locales), text: z.string() })),
})
export const renewalAnswer = call({
  path: '/api/promoter/sale/renewalAnswer',
  method: 'POST',
  may: promoter,
  about:
    'The car of an own sale is sold: its client is reminded no more, and it leaves the list of policies that end. `carSold: false` takes it back. Audited.',
  body: z.strictObject({ globalId: GlobalId, carSold: z.boolean({ error: 'required' }) }),
  reply: done,
})
export const noCalls = call({
  path: '/api/promoter/sale/noCalls',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'The policyholder of an own sale asked not to be called: no promoter is shown their phone. `on: false` takes back what this promoter has set; 14134 for what the client or somebody else has. Audited.',
  body: z.strictObject({ globalId: GlobalId, on: z.boolean({ error: 'required' }) }),
  reply: done,
})

export const FoundPolicy = z.object({
  globalId: z.string(),
  state: z.string(),
  startDate: Day,
  endDate: Day,
  insurer: z.string(),
  premium: Tenge,
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  drivers: z.int(),
  policyholder: z.string(),
  phone: z.string(),
  /** The policyholder asked not to be called. */
  noCalls: z.boolean(),
  /** Sold by the promoter who asks, and where it is a reissue, what it replaced as well. */
  own: z.boolean(),
  /** Of an order this promoter made, for checkOrderSet and the papers. */
  orderId: z.string().nullable(),
  key: z.string().nullable(),
})
export const search = call({
  path: '/api/promoter/policy/search',
  method: 'POST',
  may: promoter,
  about:
    'Any policy by its Global ID; by plate, policyholder’s IIN (or its last digits) or phone only within the promoter’s own sales. An empty list when there is none. Each look is in the audit log.',
  body: z.strictObject({
    /** `iinEnd`: the last digits of the policyholder’s IIN, four at least. */
    by: z.enum(['globalId', 'plate', 'iin', 'iinEnd', 'phone'], { error: 'required' }),
    value: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(40),
    cursor: Cursor.nullish(),
  }),
  reply: answer(z.object({ policies: z.array(FoundPolicy), next: z.string().nullable() })),
})
