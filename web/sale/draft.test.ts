import { describe, expect, test } from 'vitest'
import { draftMs } from '#domain/lifetimes.ts'
import { takenUp, upToDate, written } from './draft.ts'
import { emptyDriver, newSale } from './model/sale.ts'

const form = newSale('2026-11-21', 'car')
const owner = '900101399908'
const kept = written(owner, { form, beside: 'kept' }, 1_000)

describe('an unfinished sale that was written down', () => {
  test('comes back for its owner within a day, with what stood beside it', () => {
    expect(takenUp(kept, owner, 1_000 + draftMs)).toMatchObject({ form, beside: 'kept' })
  })
  test.each([
    ['of somebody else', { ...kept, owner: '850505499909' }, 2_000],
    ['of nobody', { ...kept, owner: undefined }, 2_000],
    ['older than a day', kept, 1_001 + draftMs],
    ['of another form', { ...kept, version: 0 }, 2_000],
    ['without a form', { ...kept, form: null }, 2_000],
    ['that is no sale', 'text', 2_000],
    ['that is nothing', null, 2_000],
  ])('is not taken up when it is one %s', (_what, value, now) =>
    expect(takenUp(value, owner, now)).toBeNull(),
  )
  test('what was asked when it was kept is asked anew, and a field that came later is empty', () => {
    const busy = { kind: 'busy', question: '8502' } as const
    const { phone: _later, ...before } = { ...emptyDriver('a'), iin: '8502', lookup: busy }
    const { experienced: _said, ...other } = emptyDriver('b')
    const policyholder = { ...form.policyholder, lookup: busy }
    const old = { ...kept, form: { ...form, drivers: [before, other], policyholder } }
    const back = takenUp<typeof kept>(JSON.parse(JSON.stringify(old)), owner, 2_000)?.form
    expect(back?.drivers).toEqual([{ ...emptyDriver('a'), iin: '8502' }, emptyDriver('b')])
    expect(back?.policyholder.lookup).toEqual({ kind: 'none' })
  })
  test('begins today with who is sold today, and is the very same where nothing is over', () => {
    const sold = { insurers: [{ code: 'dala' }] }
    expect(upToDate(form, form.term, sold)).toBe(form)
    expect(upToDate(form, { ...form.term, start: '2026-12-24' }, sold).term.start).toBe(
      '2026-12-24',
    )
    const of = (insurer: string) => ({ ...form, term: { ...form.term, insurer } })
    expect(upToDate(of('dala'), form.term, sold).term.insurer).toBe('dala')
    expect(upToDate(of('gone'), form.term, sold).term.insurer).toBe('')
    expect(upToDate(of('gone'), of('dala').term, sold).term.insurer).toBe('dala')
  })
})
