import { z } from 'zod'
import { missingSides, waysToSettle } from '#domain/books/settle.ts'
import { exceptionKinds } from '#domain/report.ts'
import { statementSystems } from '#domain/statement.ts'
import { matchedColumns, matchedSums } from '#texts/report-columns.ts'
import { answer, answerWith, call } from './call.ts'
import { Day, Instant, Tenge, TengeWithTiyn } from './fields.ts'
import { WayField } from './pay.ts'
import { lineOf, sumsOf } from './report-line.ts'

/** Reconciliation of the books and the closing of a month. */
const accountant = ['accountant'] as const
const required = { error: 'required' } as const
const period = { from: Day, to: Day }
const Part = z.object({ count: z.int(), amount: Tenge })
const Exception = z.object({
  kind: z.enum(exceptionKinds),
  /**
   * An order, a month of a Home subscription, an attempt, a refund or a statement's line, by its
   * id.
   */
  id: z.string(),
  /** What it is settled by, one of its kind. */
  key: z.string(),
  orderId: z.string().nullable(),
  at: Instant.nullable(),
  ours: Tenge.nullable(),
  theirs: Tenge.nullable(),
  note: z.string(),
  /**
   * Sales of a day refused for their commission, where it is that: per cent by our contract (null:
   * there is none) and by the quotes (null: none was made).
   */
  refused: z
    .object({
      insurer: z.string(),
      ours: z.number().nullable(),
      theirs: z.number().nullable(),
      times: z.int(),
    })
    .nullable(),
  /** How a person may settle it. */
  ways: z.array(z.enum(waysToSettle)),
  /** The line of a statement, where it is one. */
  line: z
    .object({
      system: z.enum(statementSystems),
      file: z.string(),
      line: z.int(),
      day: Day,
      outsideId: z.string(),
      verdict: z.string(),
    })
    .nullable(),
  /** The payment of ours that the line is likely to mean. */
  likely: z.object({ id: z.string(), day: Day, amount: Tenge }).nullable(),
})

export const reconciliation = call({
  path: '/api/reports/reconciliation',
  method: 'GET',
  may: accountant,
  about:
    'Orders, payments, policies and statements held against one another; at most 92 days. The gravest exceptions come first; what people have settled is left out. `kind` or `side` narrows them, the counts stay those of the period.',
  body: z.strictObject({
    ...period,
    kind: z.enum(exceptionKinds).optional(),
    /** Only what our books (`here`) or the statement (`there`) have nothing for. */
    side: z.enum(missingSides).optional(),
  }),
  reply: answer(
    z.object({
      checked: z.object({ orders: z.int(), payments: z.int(), policies: z.int() }),
      /** Paid = policies + returned + returning + waiting; `unclear` is what stands nowhere. */
      balance: z.object({
        paid: Part,
        policies: Part,
        returned: Part,
        returning: Part,
        waiting: Part,
        unclear: Part,
        holds: z.boolean(),
      }),
      /** Payments that a statement has as we have them. */
      matched: z.int(),
      /** Days of the period for which statements of a system were imported. */
      statements: z.array(z.object({ system: z.enum(statementSystems), from: Day, to: Day })),
      exceptions: z.array(Exception),
      /** How many there are of a kind, also where the exceptions name the newest of them alone. */
      counts: z.array(z.object({ kind: z.enum(exceptionKinds), count: z.int() })),
      /** Of them, what one side has nothing for. */
      missing: z.object({ here: z.int(), there: z.int() }),
      /** What people have settled of the period, the latest first; `until`: what is waited for. */
      settled: z.array(
        z.object({
          kind: z.enum(exceptionKinds),
          key: z.string(),
          how: z.enum(waysToSettle),
          linked: z.string().nullable(),
          until: Day.nullable(),
          note: z.string(),
          at: Instant,
          by: z.string(),
        }),
      ),
    }),
  ),
})

const MatchedLine = z.object({
  id: z.string(),
  ...lineOf(matchedColumns),
  /** Whose line it is. */
  statementId: z.string(),
  system: WayField,
  how: z.enum(['number', 'linked']),
})
const MatchedTotals = z.object({ count: z.int(), ...sumsOf(matchedSums), fee: TengeWithTiyn })
export const matched = call({
  path: '/api/reports/matched',
  method: 'GET',
  may: accountant,
  about:
    'Payments of a period that a statement has as our ledger has them, or was found by a person to have, the latest first; a page at a time, the first with the sums of them all; or the whole as a file. At most 92 days.',
  body: z.strictObject({
    ...period,
    cursor: z.string().max(200).optional(),
    format: z.enum(['json', 'xlsx', 'csv']).default('json'),
  }),
  /** `totals` of the whole period: null on the pages after the first. */
  reply: answerWith({
    data: z.array(MatchedLine),
    next: z.string().nullable(),
    totals: MatchedTotals.nullable(),
  }),
})

const Named = z.strictObject({
  kind: z.enum(exceptionKinds, required),
  key: z.string(required).min(1, required).max(300),
})
/** As many as one reply shows. */
const atOnce = 200
export const settleMany = call({
  path: '/api/reports/settleMany',
  method: 'POST',
  may: accountant,
  about:
    'Settles differences of the books the same way with one note, each as it is found now: what a line of a statement means, that it is one too many, that it is waited for, or that it stands as it is. Of the money nothing is changed. What is settled already, no difference any more or not to be settled this way is left as it is and told.',
  body: z.strictObject({
    ...period,
    differences: z
      .array(
        Named.extend({
          /** The payment that is meant; with `linked` alone. */
          linked: z.string().max(60).optional(),
        }),
        required,
      )
      .min(1, required)
      .max(atOnce, { error: 'invalid' }),
    how: z.enum(waysToSettle, required),
    note: z.string().trim().max(500, { error: 'invalid' }).default(''),
  }),
  reply: answer(z.object({ settled: z.array(Named), left: z.array(Named) })),
})
export const unsettleMany = call({
  path: '/api/reports/unsettleMany',
  method: 'POST',
  may: accountant,
  about:
    'Takes settlements back: the differences stand again. Those that are none any more are left as they are. Tells how many were.',
  body: z.strictObject({
    differences: z.array(Named, required).min(1, required).max(atOnce, { error: 'invalid' }),
  }),
  reply: answer(z.object({ count: z.int() })),
})
