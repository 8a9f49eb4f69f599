import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { apiErrorOf } from '../../http/http.ts'
import { createLookUps } from '../../sale/look-ups.ts'
import { current } from '../../sale/model/look-up.ts'
import { watch } from '../../sale/store.ts'
import { portal } from '../portal.ts'
import { fillWithoutPeople, load } from './acts/load.ts'
import { type PayMore, pay, send } from './acts/order.ts'
import { calculate } from './acts/price.ts'
import { fail, focusOn, newId, type SaleContext, type SheetStore } from './acts/sale-context.ts'
import { isConsentMissing } from './door.ts'
import type { Outgoing } from './kept-sale.ts'
import { inTurn } from './privileges.ts'
import type { Taken } from './state/from-message.ts'
import { driverQuestion, policyholderQuestion } from './state/row-facts.ts'
import type { LoadKind, State } from './state/state.ts'
import { inputsKey, problemsOf, saleIn } from './state/wire.ts'

/**
 * What moves a sale on: the look-ups of rows, the price, the order. Made once for a sheet, so rows
 * may hold on to it.
 */
export function createSale(context: SaleContext) {
  const { store } = context
  const { dispatch } = store
  const { privileges, watch } = createRegisters(context)
  /** The inputs a price was asked for last: by itself it is asked for once. */
  let asked = ''
  const price = (by: 'hand' | 'itself' = 'hand'): void => {
    asked = inputsKey(store.get())
    void calculate(context, privileges.settled, by)
  }
  const loadPolicy = (globalId: string, kind: LoadKind) =>
    load(context, globalId, kind, privileges.add)
  return {
    dispatch,
    /** The registers are asked by themselves; ends with what it answers. */
    watch,
    ...rowsOf(store),
    calculate: (): void => price(),
    /** The price of these inputs without a press, if nobody has asked for it yet. */
    priceOf: (inputs: string): void => {
      if (inputs !== asked) price('itself')
    },
    /** Something was not known: once it is, the same inputs are asked about anew. */
    priceAnew: (): void => {
      asked = ''
    },
    pay: (more?: PayMore): void => pay(context, more),
    send: (outgoing: Outgoing): void => void send(context, outgoing),
    load: loadPolicy,
    /** What a client's message tells, with the focus on what is still missing. */
    fill: (taken: Taken): void => {
      dispatch({ type: 'filled', taken, newId })
      const [missing] = Object.keys(problemsOf(store.get(), context.options().today))
      if (missing) focusOn(missing)
    },
    fillWithoutPeople: (): void => fillWithoutPeople(context),
    /** The client's code was right: what it was asked for goes on. */
    proved: (): void => {
      const asked = store.get().clientCode
      dispatch({ type: 'client-code', asked: null })
      if (asked?.next === 'calculate') price()
      else if (asked?.next === 'pay') pay(context)
      else if (asked) void loadPolicy(asked.globalId, asked.next.load)
    },
    privilegesAgain: (): void => {
      dispatch({ type: 'privilege-again' })
      privileges.again()
    },
    /** Whose document is typed has agreed: a refusal for want of that begins to ask by 1414. */
    saveDocument: (body: Parameters<typeof portal<'setClientByDocument'>>[1]): Promise<unknown> =>
      portal('setClientByDocument', body).catch((error: unknown) => {
        if (isConsentMissing(error)) fail(context, apiErrorOf(error))
        throw error
      }),
    online: (): void => dispatch({ type: 'online', said: context.words }),
    /** A person has answered 1414 with yes: their privilege may be told. */
    agreed: privileges.agreed,
  }
}
export type SaleActions = ReturnType<typeof createSale>

/** The row that takes the place of one that goes, else the one before it. */
const beside = (ids: string[], id: string): string | undefined =>
  ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1]

/** Rows that come and go, with the focus on what the hand does next. */
export const rowsOf = ({ get, dispatch }: SheetStore) => ({
  addDriver: (): void => {
    const id = newId()
    dispatch({ type: 'driver-added', id })
    focusOn(`driver-${id}-iin`)
  },
  removeDriver: (id: string): void => {
    const next = beside(
      get().drivers.map((driver) => driver.id),
      id,
    )
    dispatch({ type: 'driver-removed', id })
    focusOn(next ? `driver-${next}-remove` : 'add-driver')
  },
  addCar: (): void => {
    const id = newId()
    dispatch({ type: 'car-added', id })
    focusOn(`car-${id}-plate`)
  },
  /** The last car leaves an empty row behind. */
  removeCar: (id: string): void => {
    const ids = get().cars.map((car) => car.id)
    const empty = newId()
    dispatch({ type: 'car-removed', id, newId: empty })
    focusOn(`car-${beside(ids, id) ?? empty}-remove`)
  },
})

/**
 * The registers for the rows of the sheet, asked of every row whose question has no answer, and the
 * privilege of everyone they know.
 */
export function createRegisters({ store, door, words }: SaleContext) {
  const { dispatch } = store
  const privileges = inTurn(door.privilege, {
    found: (iin, hasPrivilege) => dispatch({ type: 'privilege', iin, hasPrivilege }),
    withheld: () => dispatch({ type: 'privilege-withheld' }),
    failed: () => dispatch({ type: 'privilege-failed' }),
  })

  const lookUps = createLookUps({
    door,
    dispatch,
    question: driverQuestion,
    offline: () => words.offline,
    onFound: (iin) => privileges.add(iin),
  })

  /** The first row that can ask and has not. */
  const due = (state: State): (() => void) | null => {
    const { iin, phone, lookup } = state.policyholder
    const question = policyholderQuestion(state.policyholder)
    const isPhone = phone === '' || parsePhone(phone) !== null
    if (!isIin(iin) || !isPhone || current(lookup, question).kind !== 'none')
      return lookUps.due(state)
    const drives = saleIn(state).policyholder.willDrive
    return () => lookUps.policyholder(question, { iin, start: state.term.start, drives, phone })
  }
  return { watch: (): (() => void) => watch(store, due), privileges }
}
