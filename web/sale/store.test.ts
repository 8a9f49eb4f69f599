import { expect, test } from 'vitest'
import { createStore, watch } from './store.ts'

test('what is due is done at once, once for each question, until the watch is stopped', () => {
  const store = createStore(
    { rows: ['a', 'b'], asked: [] as string[] },
    (state, patch: object) => ({
      ...state,
      ...patch,
    }),
  )
  const ask = (row: string) => (): void => store.dispatch({ asked: [...store.get().asked, row] })
  const stop = watch(store, ({ rows, asked }) => {
    const row = rows.find((one) => !asked.includes(one))
    return row === undefined ? null : ask(row)
  })
  expect(store.get().asked).toEqual(['a', 'b'])
  store.dispatch({ rows: ['b', 'c'] })
  expect(store.get().asked).toEqual(['a', 'b', 'c'])
  stop()
  store.dispatch({ rows: ['d'] })
  expect(store.get().asked).toEqual(['a', 'b', 'c'])
})

test('a listener hears of a change, and of none where the state stays the same', () => {
  const store = createStore(1, (_state, next: number) => next)
  const heard: number[] = []
  store.subscribe(() => heard.push(store.get()))
  store.dispatch(2)
  store.dispatch(2)
  expect(heard).toEqual([2])
})
