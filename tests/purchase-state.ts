import { reduce } from '#web/purchase/state/reduce.ts'
import { type Action, type Form, newForm, type State, stateOf } from '#web/purchase/state/state.ts'
import { problemsOf } from '#web/purchase/state/wire.ts'

export const today = '2026-11-21'
export const buyer = { iin: '850315399904', phone: '77010000001', email: null }
const insurers = [{ code: 'sample' }]
export const other = '880214399916'
export const third = '900622499917'

export const begin = (): State => stateOf(newForm(buyer, { today, insurers }, 'c1'))
export const play = (actions: Action[], from: State = begin()): State =>
  actions.reduce(reduce, from)
export const withCar: Action = {
  type: 'car',
  id: 'c1',
  patch: { plate: '123ABC02', techPassport: 'AB12345678' },
}
export const withDriver: Action[] = [
  { type: 'driver-added', id: 'd1' },
  { type: 'driver', id: 'd1', patch: { iin: other, phone: '+77010000019' } },
]
export const keys = (form: Form): string[] =>
  problemsOf(form, today).map(({ field, key }) => `${field} ${key}`)
