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

/**
 * The privilege check of each person in turn (specification, section 4): one question at a time, in
 * the order people appear, each person once. A check that failed is kept for a later try and stops
 * nobody.
 */
export function inTurn(
  /** Null: the person has not agreed to it being told. */
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
    /** The person has agreed meanwhile: asked once more. */
    agreed: (iin: string): void => {
      asked.delete(iin)
      add(iin)
    },
    /** Those that failed, once more. */
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
 * A policy by its Global ID becomes the sale; `loaded` is told everyone's IIN. Another's sale is
 * asked about at its client first.
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

/** A renewal or a copy needs nobody's leave as long as the people are typed in. */
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
  // The order may stand all the same, and wait for another phone or for the bank.
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

/** What of an order is not as the sheet says. */
type PayMore = { way?: SentWay; phone?: string; sendAgain?: boolean; calculationId?: string }

function pay(context: SaleContext, more: PayMore = {}): void {
  const state = context.store.get()
  const calculationId = more.calculationId ?? state.calculationId
  if (!calculationId || (!more.calculationId && !isFresh(state))) return
  // A payer's phone that is half typed gets no bill.
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
