import { z } from 'zod'
import { verdicts } from '#domain/statement.ts'
import { answer, call } from './call.ts'
import { Day, Instant, Tenge, TengeWithTiyn } from './fields.ts'
import { WayField } from './pay.ts'
import { contractParts } from './staff-contract.ts'

/** A sale as the books have it, with all that belongs to it. */
export const sale = call({
  path: '/api/reports/sale',
  method: 'POST',
  may: ['accountant'],
  about:
    'A contract as the books have it, by an id or number of an order, of a month of Home, a policy, a payment, a refund, a receipt or a line of a statement (`{statement}:{line}`): its parts, its lines of the ledger, of statements, its receipts, and the sums that must agree. Personal data are masked; the look is audited.',
  body: z.strictObject({
    id: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(120),
  }),
  reply: answer(
    z.object({
      ...contractParts,
      /** What each order was sold by; `who` is a surname and an initial, `iin` four digits. */
      sold: z.array(
        z.object({
          order_id: z.string(),
          who: z.string(),
          iin: z.string(),
          plate: z.string().nullable(),
          insurer: z.string().nullable(),
          channel: z.string(),
          source: z.string().nullable(),
          /** The promoter's account and name. */
          promoter: z.object({ id: z.string(), name: z.string() }).nullable(),
        }),
      ),
      /** What statements say of its payments and refunds. */
      lines: z.array(
        z.object({
          statement_id: z.string(),
          file: z.string(),
          system: WayField,
          line: z.int(),
          day: Day,
          operation: z.enum(['payment', 'refund']),
          /** The payment or refund it is of. */
          about: z.string(),
          outside_id: z.string(),
          amount: Tenge,
          fee: TengeWithTiyn,
          verdict: z.enum(verdicts),
          /** Whether a person said that the line means this payment. */
          linked: z.boolean(),
        }),
      ),
      receipts: z.array(
        z.object({
          id: z.string(),
          operation: z.string(),
          number: z.string().nullable(),
          state: z.string(),
          amount: Tenge,
          created_at: Instant,
          url: z.string().nullable(),
        }),
      ),
    }),
  ),
})
