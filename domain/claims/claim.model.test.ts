import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day } from '../calendar.ts'
import { type ClaimDeadline, claimDeadlines } from './deadlines.ts'
import { type ClaimState, claimBefore, claimMayBecome, claimStates } from './state.ts'
import { isWorkingDay } from './working-days.ts'

/** Model of a claim: acts done, and working days since the documents arrived. */
type Notebook = {
  today: Day
  taken: boolean
  decided: 'accepted' | 'rejected' | null
  paid: boolean
  worked: number
  /** The day on which a number of working days had passed. */
  reached: Map<number, Day>
}
type Row = { state: ClaimState; submittedOn: Day }

const limits = { missing_documents: 3, decision: 7, payment: 15 } as const

const stateOf = ({ taken, decided, paid }: Notebook): ClaimState =>
  paid ? 'completed' : (decided ?? (taken ? 'under_consideration' : 'wait'))

/** Deadlines the law still sets, by the model. */
function expected(book: Notebook): { kind: ClaimDeadline['kind']; late: boolean }[] {
  const open = {
    missing_documents: !book.taken && book.decided === null,
    decision: book.decided === null,
    payment: book.decided !== 'rejected' && !book.paid,
  }
  const late = (days: number) => book.worked >= days && book.reached.get(days) !== book.today
  return (['missing_documents', 'decision', 'payment'] as const)
    .filter((kind) => open[kind])
    .map((kind) => ({ kind, late: late(limits[kind]) }))
}

function agree(book: Notebook, row: Row): void {
  expect(row.state).toBe(stateOf(book))
  expect(
    claimDeadlines(
      row.state,
      { countedFrom: row.submittedOn, direct: false, awaits: false },
      book.today,
      {},
    ).map(({ kind, late }) => ({
      kind,
      late,
    })),
  ).toEqual(expected(book))
}

type Act = fc.Command<Notebook, Row>
const act = (name: string, run: (book: Notebook, row: Row) => void): Act => ({
  check: () => true,
  run: (book, row) => {
    run(book, row)
    agree(book, row)
  },
  toString: () => name,
})

const nextDay = act('a day passes', (book) => {
  book.today = addDays(book.today, 1)
  if (!isWorkingDay(book.today, {})) return
  book.worked += 1
  book.reached.set(book.worked, book.today)
})
/** Missing documents came: the days are counted anew. */
const papers = act('papers come', (book, row) => {
  row.submittedOn = book.today
  book.worked = 0
  book.reached = new Map()
})

/** Returns whether the law lets a clerk do this, by the model. */
function clerkMay(book: Notebook, to: ClaimState): boolean {
  if (book.paid) return false
  if (to === 'under_consideration')
    return book.decided === 'rejected' || (!book.taken && book.decided === null)
  if (to === 'rejected') return book.decided === null
  if (to === 'accepted') return book.taken && book.decided === null
  return to === 'completed' && book.decided === 'accepted'
}
/** Any of the staff asks for any state at any time; the table lets through what may be. */
const asks = (to: ClaimState) =>
  act(`asked to be ${to}`, (book, row) => {
    const may = clerkMay(book, to)
    expect(claimMayBecome(row.state, to)).toBe(may)
    expect(claimBefore(to).includes(row.state)).toBe(may)
    if (!may) return
    row.state = to
    if (to === 'under_consideration') Object.assign(book, { taken: true, decided: null })
    else if (to === 'completed') book.paid = true
    else if (to === 'accepted' || to === 'rejected') book.decided = to
  })

test('a claim and its deadlines are what a clerk’s notebook says, whoever asks for what on whatever day', () => {
  const acts = [
    fc.constant(nextDay),
    fc.constant(nextDay),
    fc.constant(papers),
    fc.constantFrom(...claimStates).map(asks),
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 900 }),
      fc.commands(acts, { maxCommands: 30, size: 'max' }),
      (offset, script) => {
        const today = addDays('2026-01-01', offset)
        const book: Notebook = {
          today,
          taken: false,
          decided: null,
          paid: false,
          worked: 0,
          reached: new Map(),
        }
        fc.modelRun(() => ({ model: book, real: { state: 'wait', submittedOn: today } }), script)
      },
    ),
    { numRuns: 1_000 },
  )
})
