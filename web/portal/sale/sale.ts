import { isIin } from '#domain/iin.ts'
import { firstWay, type SentWay } from '#domain/payment-ways.ts'
import { parsePhone } from '#domain/phone.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { createLookUps } from '../../sale/look-ups.ts'
import { current } from '../../sale/model/look-up.ts'
import { acceptedOf, askOrder, orderOf, payBy } from '../../sale/order.ts'
import { watch } from '../../sale/store.ts'
import { portal } from '../portal.ts'
import {
  calculate,
  fail,
  failOrAsk,
  focusOn,
  newId,
  refused,
  type SaleContext,
  type SheetStore,
} from './acts/price.ts'
import { isConsentMissing } from './door.ts'
import type { Outgoing } from './kept-sale.ts'
import type { Taken } from './state/from-message.ts'
import { isMasked } from './state/prefill.ts'
import { driverQuestion, policyholderQuestion } from './state/row-facts.ts'
import type { LoadKind, State } from './state/state.ts'
import { billPhone, inputsKey, isFresh, problemsOf, saleIn } from './state/wire.ts'

/**
 * Creates the acts of a sale: look-ups of rows, price, order. Created once per sheet, so that rows
 * may keep it.
 */
export function createSale(context: SaleContext) {
  const { store } = context
  const { dispatch } = store
  const { privileges, watch } = createRegisters(context)
  /** Inputs of the last price request: they are priced automatically only once. */
  let asked = ''
  const price = (by: 'hand' | 'itself' = 'hand'): void => {
    asked = inputsKey(store.get())
    void calculate(context, privileges.settled, by)
  }
  const loadPolicy = (globalId: string, kind: LoadKind) =>
    load(context, globalId, kind, privileges.add)
  return {
    dispatch,
    /** Watches the rows and looks them up; ends with the returned function. */
    watch,
    ...rowsOf(store),
    calculate: (): void => price(),
    /** Prices these inputs automatically, if not done yet. */
    priceOf: (inputs: string): void => {
      if (inputs !== asked) price('itself')
    },
    /** Something was unknown: once it is known, the same inputs are priced again. */
    priceAnew: (): void => {
      asked = ''
    },
    pay: (more?: PayMore): void => pay(context, more),
    send: (outgoing: Outgoing): void => void send(context, outgoing),
    load: loadPolicy,
    /** Fills in a client's message and focuses the first gap. */
    fill: (taken: Taken): void => {
      dispatch({ type: 'filled', taken, newId })
      const [missing] = Object.keys(problemsOf(store.get(), context.options().today))
      if (missing) focusOn(missing)
    },
    fillWithoutPeople: (): void => fillWithoutPeople(context),
    /** Continues the pending act after a correct client's code. */
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
    /**
     * Saves an identity document typed by hand; throws on failure. A refusal for lack of the person's
     * consent starts the request by 1414.
     */
    saveDocument: (body: Parameters<typeof portal<'setClientByDocument'>>[1]): Promise<unknown> =>
      portal('setClientByDocument', body).catch((error: unknown) => {
        if (isConsentMissing(error)) fail(context, apiErrorOf(error))
        throw error
      }),
    online: (): void => dispatch({ type: 'online', said: context.words }),
    /** The person agreed by 1414: their privilege may be disclosed. */
    agreed: privileges.agreed,
  }
}
export type SaleActions = ReturnType<typeof createSale>

/** Returns the row that replaces a removed one, else the one before it. */
const beside = (ids: string[], id: string): string | undefined =>
  ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1]

/** Returns acts that add and remove rows and focus the next field. */
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
 * Creates the look-ups of the sheet's rows, for every row without an answer, and privilege checks
 * of everybody found.
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

/**
 * Creates the privilege check of each person in turn (specification, section 4): one request at a
 * time, in the order people appear, each person once. A failed check is kept for a retry and blocks
 * nobody.
 */
export function inTurn(
  /** Null: the person has not agreed to its disclosure. */
  check: (iin: string) => Promise<boolean | null>,
  told: { found: (iin: string, has: boolean) => void; withheld: () => void; failed: () => void },
) {
  const asked = new Set<string>()
  const lost = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  const one = async (iin: string): Promise<void> => {
    try {
      const has = await check(iin)
      if (has === null) told.withheld()
      else told.found(iin, has)
    } catch {
      lost.add(iin)
      told.failed()
    }
  }
  const add = (iin: string): void => {
    if (asked.has(iin)) return
    asked.add(iin)
    last = last.then(() => one(iin))
  }
  return {
    add,
    /** The person has agreed meanwhile: checks once more. */
    agreed: (iin: string): void => {
      asked.delete(iin)
      add(iin)
    },
    /** Retries the failed checks. */
    again: (): void => {
      const iins = [...lost]
      lost.clear()
      for (const iin of iins) {
        asked.delete(iin)
        add(iin)
      }
    },
    /** Settles when everyone added so far has been checked. */
    settled: (): Promise<void> => last,
  }
}

type Loaded = { tooEarly?: string; message?: string }

/**
 * Turns a policy found by its Global ID into the sale; passes everybody's IIN to `loaded`. Another
 * promoter's sale needs its client's code first.
 */
async function load(
  { store, options, words }: SaleContext,
  globalId: string,
  kind: LoadKind,
  loaded: (iin: string) => void,
): Promise<Loaded> {
  const { dispatch } = store
  dispatch({ type: 'started', busy: 'load' })
  try {
    const { data: policy } = await portal('promoterGetPolicy', { globalId })
    if (kind === 'prolong' && policy.prolongStart === null && policy.prolongFrom)
      return { tooEarly: policy.prolongFrom }
    if (isMasked(policy)) {
      const phone = policy.clientCode?.phone ?? null
      const next = { load: kind, policy }
      dispatch({ type: 'client-code', asked: { globalId: policy.globalId, phone, next } })
      return {}
    }
    dispatch({ type: 'loaded', policy, kind, today: options().today, newId })
    for (const { iin } of [policy.insurant, ...policy.insureds]) loaded(iin)
    return {}
  } catch (error) {
    const apiError = apiErrorOf(error)
    if (apiError.kind === 'missing') return { message: words.notFound }
    const lost = apiError.kind === 'offline' ? words.offline : words.failed
    return { message: apiError.message || lost }
  } finally {
    dispatch({ type: 'settled' })
  }
}

/** A renewal or a copy needs no code if the people are typed in. */
function fillWithoutPeople({ store, options }: SaleContext): void {
  const next = store.get().clientCode?.next
  if (typeof next !== 'object') return
  const { policy, load: kind } = next
  store.dispatch({ type: 'loaded', policy, kind, today: options().today, newId })
  focusOn('policyholder-iin')
}

/**
 * Step 5: order, or reorder for a reissue. Without an answer it stays on the device and is sent
 * again as the very same order.
 */
async function send(context: SaleContext, outgoing: Outgoing): Promise<void> {
  const { store, door, options, onOutgoing } = context
  const { dispatch } = store
  if (store.get().busy) return
  dispatch({ type: 'started', busy: 'order' })
  const body = orderOf({
    ...outgoing,
    pay: payBy(outgoing.way ?? firstWay, outgoing.phone),
    accepted: acceptedOf(options().textVersions, store.get().term.ogpoPlus),
  })
  const ordered = await askOrder(() => door.order(body, outgoing.reissue))
  if (ordered.kind === 'failed' && isUnanswered(ordered.apiError))
    return dispatch({ type: 'settled' })
  onOutgoing(null)
  // The order may exist all the same, and wait for another phone or for the bank.
  const { orderId, key: orderKey } = (ordered.kind === 'ordered' ? ordered : ordered.standing) ?? {}
  if (orderId) dispatch({ type: 'ordered', orderId, orderKey: orderKey ?? null })
  if (ordered.kind === 'bill-phone') {
    const { message } = ordered
    const errors = ['payment-phone', 'other-phone'].map((field) => ({ field, message }))
    dispatch({ type: 'wrong', errors })
    dispatch({ type: 'told', message })
  } else if (ordered.kind === 'failed') failOrAsk(context, ordered.apiError, 'pay')
}

const isUnanswered = ({ kind }: ApiError): boolean =>
  kind === 'offline' || kind === 'timeout' || kind === 'unavailable'

/** Values of an order that differ from the sheet. */
type PayMore = { way?: SentWay; phone?: string; sendAgain?: boolean; calculationId?: string }

function pay(context: SaleContext, more: PayMore = {}): void {
  const state = context.store.get()
  const calculationId = more.calculationId ?? state.calculationId
  if (!calculationId || (!more.calculationId && !isFresh(state))) return
  // An incomplete payer's phone gets no bill.
  if (!more.calculationId && refused(context)) return
  const outgoing = {
    calculationId,
    phone: more.phone ?? billPhone(state),
    ...(more.way ? { way: more.way } : {}),
    sendAgain: more.sendAgain === true,
    email: state.policyholder.email,
    reissue: state.term.reissue,
  }
  context.onOutgoing(outgoing)
  void send(context, outgoing)
}
