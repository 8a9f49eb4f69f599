import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import type { ApiError } from '../../http/http.ts'
import type { Waiting } from '../../http/until-answered.ts'
import { askPosition, type PositionError } from '../../position.ts'
import type { Operation } from '../../sale/model/body.ts'
import { isPosition } from '../../sale/model/refusal.ts'
import type { Problem } from '../../sale/model/wire.ts'
import { acceptedOf, askOrder, orderOf, payBy, type Way } from '../../sale/order.ts'
import { askPrice, payable } from '../../sale/price.ts'
import { createStore, type Store, watch } from '../../sale/store.ts'
import { dropPurchaseToken } from '../../session/purchase-token.ts'
import { useLocale } from '../../texts.ts'
import { buyerDoor } from '../door.ts'
import { flowHere } from '../flow.ts'
import words from '../purchase-texts.ts'
import { saveDraft } from './draft.ts'
import { everything, isPending, watchFinding } from './finding.ts'
import { keepOrder } from './kept-order.ts'
import { rememberInAddress, rememberOrder } from './order-address.ts'
import { reduce } from './reduce.ts'
import {
  type Action,
  type Buyer,
  type Form,
  formOf,
  type Options,
  type State,
  stateOf,
} from './state.ts'
import { wipeDraft } from './wipe-draft.ts'
import { applicationFor, inputsKey, isFresh, payProblems, problemsOf, saleOf } from './wire.ts'

type Purchase = {
  /** What could be chosen when the page came. */
  options: Options
  buyer: Buyer
  form: Form
  /**
   * The page's checks beside the common ones; they replace the common error of a field they name.
   */
  more?: (form: Form) => Problem[]
  /** The parts queried automatically. */
  asks?: typeof everything
}

/** The whole purchase: its state with the draft, and the calls that move it on. */
export function usePurchase(purchase: Purchase) {
  const locale = useLocale()
  const [made] = useState(() => createPurchase(purchase, locale))
  const { store, page, acts, wrongIn } = made
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  const { granted, ...seen } = useSyncExternalStore(page.subscribe, page.get, page.get)
  useEffect(() => made.watch(), [made])
  return {
    ...seen,
    ...acts,
    state,
    dispatch: store.dispatch,
    buyer: purchase.buyer,
    /** The inputs are those the quote was made from. */
    fresh: isFresh(state),
    /** The price waits for a press: the browser would ask for the position. */
    askedWhere: seen.options.positionRequired && !granted,
    /** Current errors and missing answers. */
    wrong: wrongIn(state),
  }
}
export type PurchaseActions = ReturnType<typeof usePurchase>

function createPurchase(purchase: Purchase, locale: Locale) {
  const { more = () => [], asks = everything } = purchase
  const { problems, needAccept } = words[locale]
  const store = createStore<State, Action>(stateOf(purchase.form), reduce)
  const page = createStore<Page, Partial<Page>>(
    {
      options: purchase.options,
      waiting: null,
      bankPage: null,
      position: null,
      granted: false,
      wanted: false,
    },
    (before, change) => ({ ...before, ...change }),
  )
  const worded = (name: string): string => {
    if (name in problems) return problems[name as keyof typeof problems] // just looked for
    return name === 'accept_terms' ? needAccept : fieldText(name, locale)
  }
  const acting: Acting = {
    store,
    page,
    wrongIn: (form) => {
      const own = more(form)
      const named = new Set(own.map(({ field }) => field))
      const common = problemsOf(form, page.get().options.today)
      return [...own, ...common.filter(({ field }) => !named.has(field))]
    },
    refuse: (wrong) => {
      if (wrong.length === 0) return false
      const errors = wrong.map(({ field, key }) => ({ field, message: worded(key) }))
      store.dispatch({ type: 'wrong', errors })
      return true
    },
    fail: (apiError) => {
      page.dispatch({ waiting: null })
      store.dispatch({ type: 'failed', apiError })
    },
    onNewDay: (options) => {
      page.dispatch({ waiting: null, options })
      store.dispatch({ type: 'new-day', today: options.today })
    },
    onWait: ({ goesOn, retryAfter }) =>
      page.dispatch({ waiting: goesOn ? 'goes-on' : { seconds: retryAfter } }),
  }
  const { calculate, watchPrice } = createPrice(acting)
  const pay = createPayment(acting, words[locale].billUnclear, locale)
  const keep = (): void => saveDraft(formOf(store.get()))
  return {
    store,
    page,
    wrongIn: acting.wrongIn,
    acts: {
      refuse: acting.refuse,
      calculate: (): void => void calculate(),
      pay: (): void => void pay(),
      closePosition: (): void => page.dispatch({ position: null }),
      startOver: (): void => {
        leave()
        location.reload()
      },
      signOut: (): void => {
        leave()
        dropPurchaseToken()
      },
    },
    /** The draft, the registers and the price by themselves, until it is stopped. */
    watch: (): (() => void) => {
      keep()
      if (purchase.options.positionRequired) void allowed(page)
      const stops = [store.subscribe(keep), watchFinding(store, asks), watchPrice()]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** What the person allowed this site before. A browser that does not tell asks. */
const allowed = async (page: Acting['page']): Promise<void> =>
  navigator.permissions?.query({ name: 'geolocation' }).then(
    ({ state }) => page.dispatch({ granted: state === 'granted' }),
    () => {},
  )

const leave = (): void => {
  wipeDraft()
  history.replaceState(null, '', location.pathname)
}

/** The order and its money, then the page that follows it. */
function createPayment(acting: Acting, billUnclear: string, locale: Locale) {
  const { store, page, wrongIn, refuse, fail, onWait } = acting
  const { dispatch } = store
  /** A bill may be on the phone: the client knows, and asks for another one all the same. */
  let anotherBill = false

  /** The order as this tab knows it, and the address of the page that follows it. */
  const resultOf = (form: State, body: Body, key: string, orderId: string): string => {
    keepOrder(key, {
      orderId,
      calculationId: body.calculationId,
      accepted: body.accepted,
      email: form.policyholder.email || null,
      phone: form.payPhone,
      plates: form.cars.map(({ plate }) => plate),
      reissue: form.term.reissue,
    })
    return `${flowHere().result(locale)}?${new URLSearchParams({ order: key })}`
  }
  /** Marks the phone as the field to fix; the refusal shows beside it and nowhere else. */
  const mendPhone = (message: string, unclear: boolean): void => {
    anotherBill = unclear
    page.dispatch({ waiting: null })
    const brief = unclear ? { brief: billUnclear } : {}
    dispatch({ type: 'wrong', errors: [{ field: 'payPhone', message, ...brief }] })
  }

  return async function pay(): Promise<void> {
    const form = store.get()
    const { options } = page.get()
    const free = isFree(form)
    if (form.busy || !form.quote) return
    if (
      refuse([
        ...wrongIn(form),
        ...payProblems(form, { free, tick: options.acceptance === 'tick' }),
      ])
    )
      return
    dispatch({ type: 'started', busy: 'order' })
    const { calculationId } = form.quote.calculation
    const body = bodyOf(form, { calculationId, options, free, sendAgain: anotherBill })
    const ordered = await askOrder(() => buyerDoor.order(body, form.term.reissue, onWait))
    switch (ordered.kind) {
      case 'ordered': {
        const { key, orderId, bankPage } = ordered
        const result = resultOf(form, body, key, orderId)
        if (!bankPage) {
          rememberOrder(result)
          return location.assign(result)
        }
        // Back from the bank's page leads to the result, not to the form.
        history.replaceState(null, '', result)
        page.dispatch({ bankPage })
        return location.assign(bankPage)
      }
      case 'goes-on': {
        const { key, orderId } = ordered.standing
        const result = resultOf(form, body, key, orderId)
        rememberOrder(result)
        return location.assign(result)
      }
      case 'bill-phone':
        return mendPhone(ordered.message, ordered.unclear)
      case 'failed':
        return fail(ordered.apiError)
    }
  }
}

const isFree = ({ quote, term }: State): boolean =>
  quote !== null && payable(quote.calculation, term) === 0

type Order = { calculationId: string; options: Options; free: boolean; sendAgain: boolean }
type Body = ReturnType<typeof bodyOf>
function bodyOf(form: State, { calculationId, options, free, sendAgain }: Order) {
  return orderOf<Way>({
    calculationId,
    pay: payBy(form.pay, free ? '' : form.payPhone),
    email: form.policyholder.email,
    sendAgain,
    accepted: acceptedOf(options.textVersions, form.term.ogpoPlus),
  })
}

/** Debounce in ms: after a change, and before the first price (look-ups may trigger it sooner). */
const [recalculateMs, firstMs] = [800, 50]

/**
 * Calculates the price automatically when all it needs is known and no answer is missing. A failed
 * calculation is not repeated automatically unless an input has changed since.
 */
export function createPrice({ store, page, wrongIn, refuse, fail, onNewDay, onWait }: Acting) {
  const { dispatch } = store
  const attemptOf = (state: State): string => `${state.mended} ${inputsKey(state)}`
  let attempted = ''

  async function calculate(): Promise<void> {
    const form = store.get()
    if (form.busy) return
    // Done when all registers have answered.
    if (isPending(form)) return page.dispatch({ wanted: true })
    if (refuse(wrongIn(form))) return
    dispatch({ type: 'started', busy: 'calculate' })
    const where = await place()
    const now = store.get()
    // The user typed while the position was measured: an incomplete form is priced later.
    if (where && (isPending(now) || wrongIn(now)[0])) return dispatch({ type: 'settled' })
    attempted = attemptOf(now)
    if (!where) return dispatch({ type: 'settled' })
    const answer = await askPrice(
      { store, door: buyerDoor, wire: { applicationFor, saleOf } },
      where,
      onWait,
    )
    if (answer.kind === 'priced') {
      page.dispatch({ waiting: null })
      const { application } = store.get()
      return application ? rememberInAddress(application.id) : undefined
    }
    // From the next day on the price comes by itself.
    if (answer.kind === 'new-day') return onNewDay(answer.options)
    if (isOfPosition(answer.apiError)) page.dispatch({ position: null })
    fail(answer.apiError)
  }

  /** Where the buyer is, where the setting asks for it; null: an error is shown, they decide. */
  async function place() {
    if (!page.get().options.positionRequired) return nowhere
    page.dispatch({ position: 'asking' })
    const found: Awaited<ReturnType<typeof askPosition>> | PositionError = await askPosition()
    if (typeof found === 'string') {
      page.dispatch({ position: found })
      return null
    }
    page.dispatch({ position: null, granted: true })
    const { latitude, longitude, accuracy } = found
    return { ...nowhere, latitude, longitude, accuracy: Math.round(accuracy) }
  }

  const follows = (state: State): boolean =>
    !isFresh(state) &&
    state.busy === null &&
    attempted !== attemptOf(state) &&
    // The browser's question comes after a press only, never by itself.
    (page.get().granted || !page.get().options.positionRequired) &&
    !isPending(state) &&
    state.policyholder.privilege !== 'busy' &&
    !(state.policyholder.willDrive && state.policyholder.lookup.kind === 'failed') &&
    wrongIn(state).length === 0

  /** Watches the state and calculates automatically. */
  function watchPrice(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let waited = ''
    const look = (): void => {
      const state = store.get()
      const attempt = follows(state) ? attemptOf(state) : ''
      if (attempt === waited) return
      clearTimeout(timer)
      waited = attempt
      const ms = state.quote === null ? firstMs : recalculateMs
      if (attempt) timer = setTimeout(() => void calculate(), ms)
    }
    look()
    // A price that a lost connection stopped comes when there is one again.
    const online = (): void => {
      const state = store.get()
      if (!isFresh(state) && state.formError?.kind === 'offline') void calculate()
    }
    addEventListener('online', online)
    const stops = [
      store.subscribe(look),
      page.subscribe(look),
      watch(store, (state) =>
        page.get().wanted && !isPending(state)
          ? () => {
              page.dispatch({ wanted: false })
              void calculate()
            }
          : null,
      ),
      () => clearTimeout(timer),
      () => removeEventListener('online', online),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  return { calculate, watchPrice }
}

/** Position of a calculation by a buyer who gives none. */
const nowhere: Omit<Operation, 'applicationId'> = {
  latitude: undefined,
  longitude: undefined,
  accuracy: undefined,
  dateTime: undefined,
  consentRequired: undefined,
}

const isOfPosition = (apiError: ApiError): boolean =>
  apiError.kind === 'refused' && isPosition(apiError.code)

/** State of the purchase's page beside the sale. */
export type Page = {
  /** What can be chosen on the day the page knows of. */
  options: Options
  /**
   * The same request is repeated by itself: a duplicate in so many seconds, or one that goes on
   * behind slow outside systems.
   */
  waiting: { seconds: number } | 'goes-on' | null
  /** The bank's page of a card payment, while the browser goes there. */
  bankPage: string | null
  position: PositionError | 'asking' | null
  /** The person allowed this site the position before. */
  granted: boolean
  /** The price is requested and waits for a running register query. */
  wanted: boolean
}

/** What the price and the payment of one purchase work with. */
type Acting = {
  store: Store<State, Action>
  page: Store<Page, Partial<Page>>
  wrongIn: (form: Form) => Problem[]
  /** Whether something is wrong: then it is shown. */
  refuse: (problems: Problem[]) => boolean
  fail: (apiError: ApiError) => void
  /** What can be chosen on the day that has begun meanwhile. */
  onNewDay: (options: Options) => void
  onWait: (waiting: Waiting) => void
}
