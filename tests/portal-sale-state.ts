import { type Action, reduce } from '#web/portal/sale/state/reduce.ts'
import { newForm, type State, stateOf } from '#web/portal/sale/state/state.ts'

export const today = '2026-11-21'
export const policyholder = '850315399904'
export const second = '880214399916'
export const third = '900622499917'
let count = 0
export const newId = (): string => {
  count += 1
  return `id-${count}`
}
export const begin = (): State => stateOf(newForm(today, newId), '900101399908')
export const play = (actions: Action[], from: State = begin()): State =>
  actions.reduce(reduce, from)
export const typed = (id: string, iin: string): Action[] => [
  { type: 'driver-added', id },
  { type: 'driver', id, patch: { iin } },
]
export const whole = (): State => {
  const first = begin()
  return play(
    [
      { type: 'policyholder', patch: { iin: policyholder, phone: '77010000001' } },
      {
        type: 'car',
        id: first.cars[0]?.id ?? '',
        patch: { plate: '123ABC02', techPassport: 'AB12345678' },
      },
    ],
    first,
  )
}
export const said = { nobody: 'Не все данные', offline: 'Нет связи' }
export const refuses = (
  state: State,
  code: number,
  data: Record<string, unknown> = {},
  message = `код ${code}`,
): State =>
  reduce(state, { type: 'failed', apiError: { kind: 'refused', code, message, data }, said })
