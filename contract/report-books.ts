import { z } from 'zod'
import { closingChecks } from '#domain/books/closing.ts'
import { byHand, certainties, confirmable, dutyNames, dutySources } from '#domain/books/duties.ts'
import { monthStates } from '#domain/books/months.ts'
import { missingSides, waysToSettle } from '#domain/books/settle.ts'
import { openingKinds } from '#domain/books/start.ts'
import { exceptionKinds } from '#domain/report.ts'
import { statementSystems } from '#domain/statement.ts'
import { matchedColumns, matchedSums } from '#texts/report-columns.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Day, Instant, maybeWritten, Tenge, TengeWithTiyn, Uuid, written } from './fields.ts'
import { WayField } from './pay.ts'
import { InsurerLine, lineOf, sumsOf } from './reports.ts'
import { Held, Hold } from './signatures.ts'

/** Reconciliation of the books and the closing of a month. */
const accountant = ['accountant'] as const
export const required = { error: 'required' } as const
const period = { from: Day, to: Day }
const Part = z.object({ count: z.int(), amount: Tenge })
const Exception = z.object({
  kind: z.enum(exceptionKinds),
  /**
   * An order, a month of a Home subscription, an attempt, a refund or a statement's line, by its
   * id.
   */
  id: z.string(),
  /** Identifies the exception among its kind when it is settled. */
  key: z.string(),
  orderId: z.string().nullable(),
  at: Instant.nullable(),
  ours: Tenge.nullable(),
  theirs: Tenge.nullable(),
  note: z.string(),
  /**
   * For sales of a day refused for their commission: per cent by our contract (null: there is none)
   * and by the quotes (null: none was made).
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
  /** The statement's line, if it is one. */
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
      /** Paid = policies + returned + returning + waiting; `unclear` fits none of these. */
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
      /** Number of a kind, also if the exceptions list only its newest. */
      counts: z.array(z.object({ kind: z.enum(exceptionKinds), count: z.int() })),
      /** Of these, those that one side lacks. */
      missing: z.object({ here: z.int(), there: z.int() }),
      /** What people have settled in the period, latest first; `until`: what is awaited. */
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
  /** The statement of the line. */
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
    'Settles differences of the books the same way with one note, each as it is found now: what a line of a statement means, that it is one too many, that it is waited for, or that it stands as it is. Of the money nothing is changed. What is settled already, no difference any more or not to be settled this way is left as it is and told. 14163 when a line of a closed month is to stand as it is, which its entries would take.',
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
    note: maybeWritten().max(500, { error: 'invalid' }).default(''),
  }),
  reply: answer(z.object({ settled: z.array(Named), left: z.array(Named) })),
})
export const unsettleMany = call({
  path: '/api/reports/unsettleMany',
  method: 'POST',
  may: accountant,
  about:
    'Takes settlements back: the differences stand again. Those that are none any more are left as they are. Tells how many were. 14163 when one is of a closed month.',
  body: z.strictObject({
    differences: z.array(Named, required).min(1, required).max(atOnce, { error: 'invalid' }),
  }),
  reply: answer(z.object({ count: z.int() })),
})

export const Month = z.string(required).regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'day' })
export const Closed = z.object({
  month: Month,
  closedAt: Instant,
  /** Who prepared it and who signed; one name for a month closed before two were required. */
  by: z.array(z.string()),
  figures: z.array(InsurerLine),
})
export const Check = z.object({
  check: z.enum(closingChecks),
  ok: z.boolean(),
  /** Done, of all; the difference is open. */
  done: z.int(),
  of: z.int(),
  amount: Tenge.nullable(),
})

/** Where the books begin; `by` is empty if they began before people had to sign. */
export const Start = z.object({
  id: Uuid,
  month: Month,
  source: z.string(),
  ours: Tenge,
  reason: z.string(),
  by: z.array(z.string()),
  at: Instant,
  /** The caller proposed it. */
  mine: z.boolean(),
  balances: z.array(
    z.object({
      kind: z.enum(openingKinds),
      subject: z.string(),
      amount: Tenge,
      proof: z.string(),
    }),
  ),
})
const MonthRow = z.object({
  month: Month,
  state: z.enum(monthStates),
  policies: z.int(),
  premium: Tenge,
  commission: Tenge,
  toPassOn: Tenge,
  /** Number of open checks; null if none were made. */
  open: z.int().nullable(),
  /** Each check in its order; null if none were made or recorded. */
  checks: z.array(z.object({ check: z.enum(closingChecks), ok: z.boolean() })).nullable(),
  closedAt: Instant.nullable(),
  by: z.array(z.string()),
})

export const periods = call({
  path: '/api/reports/periods',
  method: 'GET',
  may: accountant,
  about:
    'Where the books begin, every month since then with its state and sums, those that are closed with their figures, and the next one with what stands in the way.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      start: z.object({
        signed: Start.nullable(),
        waiting: Start.nullable(),
        /** No month is closed yet. */
        mayChange: z.boolean(),
      }),
      /** The newest first. */
      months: z.array(MonthRow),
      /** The last two years of them. */
      closed: z.array(Closed),
      next: z
        .object({
          month: Month,
          checks: z.array(Check),
          figures: z.array(InsurerLine),
          /** Sums due to insurers by their acts, as last entered. */
          acts: z.array(z.object({ insurer: z.string(), ours: Tenge, theirs: Tenge.nullable() })),
          /** Who has prepared it; `stale`: the figures have changed since they saw them. */
          prepared: z
            .object({
              by: z.string(),
              at: Instant,
              mine: z.boolean(),
              stale: z.boolean(),
              /** The second has signed and it has not gone yet. */
              held: Held.nullable(),
            })
            .nullable(),
        })
        .nullable(),
    }),
  ),
})

/** One closing of a month, and how it was opened again. */
const Closing = z.object({
  closedAt: Instant,
  by: z.array(z.string()),
  figures: z.array(InsurerLine),
  /** Null for a month closed before checks were recorded. */
  checks: z.array(Check).nullable(),
  opened: z.object({ reason: z.string(), by: z.array(z.string()), at: Instant }).nullable(),
})
export const month = call({
  path: '/api/reports/month',
  method: 'GET',
  may: accountant,
  about:
    'One month: its checks and figures while it is open, every closing of it, and who asks to open it again.',
  body: z.strictObject({ month: Month }),
  reply: answer(
    z.object({
      month: Month,
      state: z.enum(monthStates),
      checks: z.array(Check),
      figures: z.array(InsurerLine),
      /** Closings of the month, earliest first. */
      closings: z.array(Closing),
      /** It may be opened again: it is the last closed. */
      mayReopen: z.boolean(),
      reopening: z
        .object({
          id: Uuid,
          reason: z.string(),
          by: z.string(),
          at: Instant,
          mine: z.boolean(),
          held: Held.nullable(),
        })
        .nullable(),
    }),
  ),
})

export const recordAct = call({
  path: '/api/reports/recordAct',
  method: 'POST',
  may: accountant,
  about:
    'Writes down what an insurer’s act of a month says is to be passed on to it. The last one counts; 14081 when the month is not the next to be closed.',
  body: z.strictObject({
    month: Month,
    insurer: z.string(required).min(1, required).max(60),
    /** Negative if the insurer owes us for what it took back. */
    amount: z.int({ error: 'sum' }).min(-2_000_000_000).max(2_000_000_000, { error: 'sum' }),
    number: maybeWritten().max(60).default(''),
  }),
  reply: done,
})
export const preparePeriod = call({
  path: '/api/reports/preparePeriod',
  method: 'POST',
  may: accountant,
  about:
    'The first signature: the figures of the month are as they are shown. 14101 while a check is open; 14081 when the month is not the next to be closed.',
  body: z.strictObject({ month: Month }),
  reply: done,
})
export const withdrawPeriod = call({
  path: '/api/reports/withdrawPeriod',
  method: 'POST',
  may: accountant,
  about: 'Takes the first signature back. 14081 when there is none.',
  body: z.strictObject({ month: Month }),
  reply: done,
})
export const closePeriod = call({
  path: '/api/reports/closePeriod',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: closes the books of a month: until two people open it again no line of the ledger is dated in it. 14102 when nobody else has prepared it or its figures have changed since.',
  body: z.strictObject({ month: Month, hold: Hold }),
  /** Null while it is held. */
  reply: answer(Closed.nullable()),
})

/** As for every sum in a request. */
const MOST = 2_000_000_000
const reason = written(10, 'opening_reason').max(500)

export const proposeStart = call({
  path: '/api/reports/proposeStart',
  method: 'POST',
  may: accountant,
  about:
    'The first signature under where the books begin: the first month and what stood at its morning. It takes the place of one that waits. 14126 when a month is closed already; 14127 when the balances do not come to `ours`.',
  body: z.strictObject({
    month: Month,
    /** Source of the balances. */
    source: written().max(200),
    ours: z.int({ error: 'sum' }).min(-MOST, { error: 'sum' }).max(MOST, { error: 'sum' }),
    balances: z
      .array(
        z.strictObject({
          kind: z.enum(openingKinds),
          subject: written().max(80),
          amount: z.int({ error: 'sum' }).min(1, { error: 'sum' }).max(MOST, { error: 'sum' }),
          proof: maybeWritten().max(200).default(''),
        }),
      )
      .max(200),
    /** Required to change a signed start. */
    reason: maybeWritten().max(500).default(''),
  }),
  reply: answer(z.object({ id: Uuid })),
})
export const signStart = call({
  path: '/api/reports/signStart',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: from here on months are counted from it. 14126 when a month was closed meanwhile.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const withdrawStart = call({
  path: '/api/reports/withdrawStart',
  method: 'POST',
  may: accountant,
  about: 'Takes back a start that waits for its second signature, or declines to sign it.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const reopenPeriod = call({
  path: '/api/reports/reopenPeriod',
  method: 'POST',
  may: accountant,
  about:
    'The first signature under opening the last closed month again, with the reason. 14128 when it is not the last.',
  body: z.strictObject({ month: Month, reason }),
  reply: answer(z.object({ id: Uuid })),
})
export const signReopening = call({
  path: '/api/reports/signReopening',
  method: 'POST',
  may: accountant,
  about:
    'The second signature, of another person: the month is open again, how it was closed stays in its trail.',
  body: z.strictObject({ id: Uuid, hold: Hold }),
  reply: done,
})
export const declineReopening = call({
  path: '/api/reports/declineReopening',
  method: 'POST',
  may: accountant,
  about: 'Takes the asking back, or declines to sign it: the month stays closed.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})

const dutyPeriod = z
  .string(required)
  .regex(/^\d{4}(-Q[1-4]|-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, { error: 'day' })

export const dutiesCall = call({
  path: '/api/reports/duties',
  method: 'GET',
  may: accountant,
  about:
    'What is due when since the books began: what is missing of it, where its term stands and how sure that is. What is done goes 45 days after its day. A match with a watch list is due the day after it was found, until a person says that it was told.',
  body: z.strictObject({}),
  reply: answer(
    z.array(
      z.object({
        duty: z.enum(dutyNames),
        period: z.string(),
        due: Day,
        /** The day that is written is not worked: `due` is the next one that is. */
        moved: z.boolean(),
        source: z.enum(dutySources),
        sure: z.enum(certainties),
        /** Who confirmed a guessed term, and by which source. */
        confirmed: z.object({ source: z.string(), by: z.string(), at: Instant }).nullable(),
        state: z.enum(['done', 'not_needed', 'open', 'late']),
        /** Number of missing things; null if a person marks it as done. */
        missing: z.int().nullable(),
        mark: z.object({ note: z.string(), by: z.string(), at: Instant }).nullable(),
      }),
    ),
  ),
})
export const markDuty = call({
  path: '/api/reports/markDuty',
  method: 'POST',
  may: accountant,
  about:
    'Says of a duty that leaves no trace here that it is done or not owed, with the number of the paper or the reason.',
  body: z.strictObject({
    duty: z.enum(byHand),
    period: dutyPeriod,
    how: z.enum(['done', 'not_needed']),
    note: written(3).max(300),
  }),
  reply: done,
})
export const unmarkDuty = call({
  path: '/api/reports/unmarkDuty',
  method: 'POST',
  may: accountant,
  about: 'Takes such a mark back; the row stays with who did it.',
  body: z.strictObject({ duty: z.enum(byHand), period: dutyPeriod }),
  reply: done,
})
export const confirmTerm = call({
  path: '/api/reports/confirmTerm',
  method: 'POST',
  may: accountant,
  about:
    'Says that a duty’s term that was a guess is right, and where that stands. A term that the program changes later is a guess again.',
  body: z.strictObject({
    duty: z.enum(confirmable, required),
    source: written(5).max(300),
  }),
  reply: done,
})
export const unconfirmTerm = call({
  path: '/api/reports/unconfirmTerm',
  method: 'POST',
  may: accountant,
  about: 'Takes such a confirmation back; the row stays with who did it.',
  body: z.strictObject({ duty: z.enum(confirmable, required) }),
  reply: done,
})
