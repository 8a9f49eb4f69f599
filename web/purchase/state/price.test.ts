import { expect, test, vi } from 'vitest'
import { keys, play, today, withCar } from '#tests/purchase-state.ts'
import { createStore } from '../../sale/store.ts'
import { buyerDoor } from '../door.ts'
import { reduce } from './reduce.ts'
import type { Action, Options, State } from './state.ts'
import { createPrice, type Page } from './use-purchase.ts'
import { problemsOf } from './wire.ts'

test('what somebody types while their position is measured is priced when it is whole', async () => {
  const measured = Promise.withResolvers<void>()
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (done: (at: object) => void) =>
        void measured.promise.then(() =>
          done({ coords: { latitude: 43, longitude: 76, accuracy: 9 }, timestamp: Date.now() }),
        ),
    },
  })
  const calculate = vi.spyOn(buyerDoor, 'calculate')
  const store = createStore<State, Action>(play([withCar]), reduce)
  const page = createStore<Page, Partial<Page>>(
    {
      options: { positionRequired: true } as Options,
      waiting: null,
      bankPage: null,
      position: null,
      granted: false,
      wanted: false,
    },
    (before, change) => ({ ...before, ...change }),
  )
  const fail = vi.fn()
  const price = createPrice({
    store,
    page,
    wrongIn: (form) => problemsOf(form, today),
    refuse: () => false,
    fail,
    onNewDay: vi.fn(),
    onWait: vi.fn(),
  })
  const asked = price.calculate()
  expect(store.get().busy).toBe('calculate')
  store.dispatch({ type: 'driver-added', id: 'd1' })
  expect(keys(store.get())).not.toEqual([])
  measured.resolve()
  await asked
  expect(calculate).not.toHaveBeenCalled()
  expect(fail).not.toHaveBeenCalled()
  expect(store.get()).toMatchObject({ busy: null, errors: [] })
})
