import { describe, expect, test } from 'vitest'
import { buyer, other, play, withCar } from '#tests/purchase-state.ts'
import { draftText, parseDraft } from './draft.ts'
import { reduce } from './reduce.ts'
import { type Action, type EditId, formOf, type Quote, stateOf } from './state.ts'

describe('an edit', () => {
  const newId = () => 'new'
  const edit = (sheet: EditId): Action => ({ type: 'edit', sheet, newId })
  const calculation = { premium: 36_094 } as Quote // only carried along
  const asked: Action = {
    type: 'driver',
    id: 'new',
    patch: {
      consent: { kind: 'awaiting', requestId: 'r', expiresAt: 9 },
    },
  }
  const typed: Action = { type: 'driver', id: 'new', patch: { iin: other } }

  test('that is dismissed changes nothing, the price as it was among it', () => {
    const priced = reduce(play([withCar]), { type: 'quoted', key: 'k', calculation })
    const changed = play(
      [
        edit('term'),
        { type: 'term', patch: { seasonal: true } },
        { type: 'term', patch: { months: 8 } },
      ],
      priced,
    )
    const dearer = reduce(changed, {
      type: 'quoted',
      key: 'k2',
      calculation: { ...calculation, premium: 20_000 },
    })
    expect(reduce(dearer, { type: 'dismissed' })).toEqual(priced)
  })

  test('that began while the privilege was asked about leaves the answer where it came', () => {
    const asking = play([
      withCar,
      { type: 'policyholder', patch: { privilege: 'busy' } },
      edit('email'),
    ])
    const told = reduce(asking, { type: 'own-privilege', found: true })
    expect(reduce(told, { type: 'dismissed' }).policyholder.privilege).toBe('confirmed')
    const said = reduce(told, { type: 'policyholder', patch: { privilege: 'not_confirmed' } })
    expect(reduce(said, { type: 'own-privilege', found: true }).policyholder.privilege).toBe(
      'not_confirmed',
    )
  })

  test('of drivers begins with a row to type in, which goes when nobody does', () => {
    const opened = play([withCar, edit('drivers')])
    expect(opened.drivers.map(({ id }) => id)).toEqual(['new'])
    expect(reduce(opened, { type: 'kept' }).drivers).toEqual([])
  })

  test('that is dismissed keeps whom 1414 has asked, and what was answered', () => {
    const waiting = play([withCar, edit('drivers'), typed, asked, { type: 'dismissed' }])
    expect(waiting.drivers).toMatchObject([{ iin: other, consent: { kind: 'awaiting' } }])
    const answered = play(
      [
        edit('drivers'),
        { type: 'driver', id: 'new', patch: { consent: { kind: 'approved' } }, iin: other },
        { type: 'driver-removed', id: 'gone' },
        { type: 'dismissed' },
      ],
      waiting,
    )
    expect(answered.drivers).toMatchObject([{ iin: other, consent: { kind: 'approved' } }])
  })

  test('that was saved is undone with its price, until the next one opens', () => {
    const priced = reduce(play([withCar]), { type: 'quoted', key: 'k', calculation })
    const kept = play(
      [edit('term'), { type: 'term', patch: { seasonal: true } }, { type: 'kept' }],
      priced,
    )
    expect(kept).toMatchObject({ term: { months: 6 }, undo: { sheet: 'term' } })
    const dearer = reduce(kept, { type: 'quoted', key: 'k2', calculation })
    expect(reduce(dearer, { type: 'undone' })).toEqual(priced)
    expect(play([edit('email'), { type: 'undone' }], kept)).toMatchObject({
      term: { months: 6 },
      undo: null,
    })
  })

  test('that changed nothing has nothing to undo', () => {
    expect(play([withCar, edit('drivers'), { type: 'kept' }]).undo).toBeNull()
  })

  test('that added somebody is undone without them, and keeps what was answered of the others', () => {
    const one = play([withCar, edit('drivers'), typed, asked, { type: 'kept' }])
    const two = play([edit('drivers'), { type: 'driver-added', id: 'third' }], one)
    const kept = play(
      [
        { type: 'driver', id: 'third', patch: { iin: buyer.iin } },
        { type: 'kept' },
        { type: 'driver', id: 'new', patch: { consent: { kind: 'approved' } }, iin: other },
        { type: 'undone' },
      ],
      two,
    )
    expect(kept.drivers).toMatchObject([{ id: 'new', consent: { kind: 'approved' } }])
    expect(play([{ type: 'undone' }], one).drivers).toEqual([])
  })

  test('goes on after a reload, and can still be dismissed', () => {
    const open = play([withCar, edit('cars'), { type: 'car-added', id: 'c2' }])
    const reloaded = parseDraft(draftText(formOf(open), 0), buyer.iin, 1000)
    const state = stateOf(reloaded ?? formOf(open))
    expect(state.editing?.sheet).toBe('cars')
    expect(reduce(state, { type: 'dismissed' }).cars.map(({ id }) => id)).toEqual(['c1'])
  })
})
