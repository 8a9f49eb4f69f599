import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ConsentState,
  consentAnswered,
  consentHolds,
  consentMayBecome,
  consentState,
} from './consent.ts'

/** Events as an outside observer would record them: the request, each answer, the withdrawal. */
type Diary = {
  now: number
  asked: number
  answers: { at: number; yes: boolean }[]
  withdrawn: number | null
}
/** The row of the product, changed by the rules of the domain alone. */
type Row = {
  state: ConsentState
  requestedAt: Date
  answeredAt: Date | null
  withdrawnAt: Date | null
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Read off the diary: the first answer of the first ten minutes decides; none is an expiry. */
function told({ now, asked, answers }: Diary): { state: ConsentState; since: number | null } {
  const first = answers.find(({ at }) => at - asked < 10 * MINUTE)
  if (first) return { state: first.yes ? 'approved' : 'rejected', since: first.at }
  return { state: now - asked < 10 * MINUTE ? 'awaiting' : 'expired', since: null }
}

function write(row: Row, to: ConsentState): void {
  if (to === row.state) return
  expect(consentMayBecome(row.state, to)).toBe(true)
  row.state = to
}

function agree(diary: Diary, row: Row): void {
  const now = new Date(diary.now)
  const { state, since } = told(diary)
  expect(consentState(row, now)).toBe(state)
  const fresh =
    since !== null &&
    diary.now - since < 30 * DAY &&
    (diary.withdrawn === null || diary.now < diary.withdrawn)
  expect(consentHolds(row, now)).toBe(state === 'approved' && fresh)
}

type Act = fc.Command<Diary, Row>
const act = (
  name: string,
  run: (diary: Diary, row: Row) => void,
  check: (diary: Readonly<Diary>) => boolean = () => true,
): Act => ({
  check,
  run: (diary, row) => {
    run(diary, row)
    agree(diary, row)
  },
  toString: () => name,
})

const passes = (ms: number) =>
  act(`${ms} ms pass`, (diary) => {
    diary.now += ms
  })
/** An answer may come twice, late, or against the first one. */
const answers = (yes: boolean) =>
  act(yes ? 'yes' : 'no', (diary, row) => {
    const at = new Date(diary.now)
    const to = consentAnswered(row, yes ? 'yes' : 'no', at)
    if (row.state === 'awaiting' && (to === 'approved' || to === 'rejected')) row.answeredAt = at
    write(row, to)
    diary.answers.push({ at: diary.now, yes })
  })
const noticed = act('somebody looks', (diary, row) =>
  write(row, consentState(row, new Date(diary.now))),
)
const withdraws = act(
  'taken back',
  (diary, row) => {
    row.withdrawnAt = new Date(diary.now)
    diary.withdrawn = diary.now
  },
  (diary) => diary.withdrawn === null,
)

test('a consent is what the first answer of its ten minutes made it, whatever comes in whatever order', () => {
  const spans = [
    1,
    MINUTE,
    5 * MINUTE,
    10 * MINUTE - 1,
    10 * MINUTE,
    DAY,
    29 * DAY,
    30 * DAY - 1,
    30 * DAY,
  ]
  const acts = [
    fc.constantFrom(...spans).map(passes),
    fc.boolean().map(answers),
    fc.constant(noticed),
    fc.constant(withdraws),
  ]
  fc.assert(
    fc.property(fc.commands(acts, { maxCommands: 25, size: 'max' }), (script) => {
      const asked = Date.UTC(2026, 10, 20, 10)
      const diary: Diary = { now: asked, asked, answers: [], withdrawn: null }
      const row: Row = {
        state: 'awaiting',
        requestedAt: new Date(asked),
        answeredAt: null,
        withdrawnAt: null,
      }
      fc.modelRun(() => ({ model: diary, real: row }), script)
    }),
    { numRuns: 4_000 },
  )
})
