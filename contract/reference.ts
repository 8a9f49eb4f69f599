import { z } from 'zod'
import { locales } from '#domain/locale.ts'
import { referenceNames } from '#domain/reference/kinds.ts'
import { answer, call } from './call.ts'
import { Day, Instant, Tenge, Uuid, written } from './fields.ts'

/**
 * Dated rows that prices, sales and positions rest on. A change is a proposal: applied at once if
 * no money depends on it, else by an administrator who is not its author. Nothing is overwritten;
 * each applied change can be proposed back.
 */
const staff = ['staff', 'administrator'] as const
const Name = z.enum(referenceNames, { error: 'required' })
const Values = z.record(
  z.string().max(60),
  z.union([z.string().max(200_000), z.number(), z.boolean()]),
)
const Named = z.record(z.enum(locales), z.string())
const Reason = written(3).max(500)

export const Proposal = z.object({
  id: z.string(),
  kind: Name,
  key: z.string(),
  action: z.enum(['set', 'end']),
  /** Null: as soon as it is approved, for the row is changed in place. */
  from: Day.nullable(),
  values: Values,
  before: Values.nullable(),
  needsSecond: z.boolean(),
  state: z.enum(['proposed', 'applied', 'rejected']),
  reason: z.string(),
  reverts: z.string().nullable(),
  by: z.string(),
  /** The caller's own: they may take it back, not approve it. */
  mine: z.boolean(),
  at: Instant,
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  note: z.string().nullable(),
})

export const rows = call({
  path: '/api/staff/reference/rows',
  method: 'POST',
  may: staff,
  about: 'The dated rows of one kind, what is proposed for them and what was changed.',
  body: z.strictObject({ kind: Name }),
  reply: answer(
    z.object({
      rows: z.array(
        z.object({
          key: z.string(),
          from: Day.nullable(),
          to: Day.nullable(),
          values: Values,
          sample: z.boolean(),
          /** For a tariff, all its figures: one a row of one of its tables. */
          figures: z
            .array(
              z.object({
                table: z.string(),
                row: z.string(),
                label: Named.nullable(),
                value: z.string(),
              }),
            )
            .nullable(),
        }),
      ),
      open: z.array(Proposal),
      history: z.array(Proposal),
    }),
  ),
})
export const propose = call({
  path: '/api/staff/reference/propose',
  method: 'POST',
  may: staff,
  about:
    'Proposes values from a day on, or the end of a row. Applied at once where no money hangs on it.',
  body: z.strictObject({
    kind: Name,
    action: z.enum(['set', 'end']),
    /** The row to end; for `set` the key is among the values. */
    key: z.string().max(60).optional(),
    /** Tariff tables bring their own day; a row that is changed in place has none. */
    from: Day.optional(),
    values: Values,
    reason: Reason,
  }),
  reply: answer(Proposal),
})
export const approve = call({
  path: '/api/staff/reference/approve',
  method: 'POST',
  may: ['administrator'],
  about: 'Applies another person’s proposal.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(Proposal),
})
export const reject = call({
  path: '/api/staff/reference/reject',
  method: 'POST',
  may: staff,
  about: 'Rejects a proposal (administrator), or takes one’s own back.',
  body: z.strictObject({ id: Uuid, note: Reason }),
  reply: answer(Proposal),
})
export const revert = call({
  path: '/api/staff/reference/revert',
  method: 'POST',
  may: staff,
  about: 'Proposes back what an applied change replaced.',
  body: z.strictObject({ id: Uuid, from: Day.optional(), reason: Reason }),
  reply: answer(Proposal),
})
export const effect = call({
  path: '/api/staff/reference/effect',
  method: 'POST',
  may: staff,
  about:
    'What a proposal would have meant in the last whole month, and what it touches; of a tariff only what changes, with a year’s premium of a plain car in every region and of fixed cases.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(
    z.object({
      /** `2026-10`. */
      month: z.string(),
      /** The insurer's policies issued in the month; null if none are affected. */
      sold: z.object({ policies: z.int(), premium: Tenge }).nullable(),
      commission: z.object({ before: Tenge, after: Tenge }).nullable(),
      tariff: z
        .object({
          changes: z.array(
            z.object({
              table: z.string(),
              row: z.string(),
              label: Named.nullable(),
              before: z.string(),
              after: z.string(),
            }),
          ),
          regions: z.array(
            z.object({ code: z.string(), label: Named, before: Tenge, after: Tenge }),
          ),
          /** Fixed cases that public calculators have confirmed. */
          cases: z.array(z.object({ id: z.string(), label: Named, before: Tenge, after: Tenge })),
        })
        .nullable(),
    }),
  ),
})
