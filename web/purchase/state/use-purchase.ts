import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import type { Problem } from '../../sale/model/wire.ts'
import { createStore } from '../../sale/store.ts'
import { dropPurchaseToken } from '../../session/purchase-token.ts'
import { useLocale } from '../../texts.ts'
import words from '../purchase-texts.ts'
import type { Acting, Page } from './acting.ts'
import { saveDraft } from './draft.ts'
import { everything, watchFinding } from './finding.ts'
import { createPayment } from './payment.ts'
import { createPrice } from './price.ts'
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
import { isFresh, problemsOf } from './wire.ts'

type Purchase = {
  /** What could be chosen when the page came. */
  options: Options
  buyer: Buyer
  form: Form
  /** What a page demands beyond the common checks; of a field it names, nothing else is said. */
  more?: (form: Form) => Problem[]
  /** What is asked about by itself. */
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
    /** What is wrong or missing now. */
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
