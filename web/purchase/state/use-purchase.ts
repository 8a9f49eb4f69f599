import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react'
import type { PositionError } from '../../position.ts'
import { dropPurchaseToken } from '../../session/purchase-token.ts'
import type { Acting } from './acting.ts'
import { saveDraft } from './draft.ts'
import { failureOf } from './failure.ts'
import { reduce } from './reduce.ts'
import { createRegisters } from './registers.ts'
import {
  type Action,
  type Buyer,
  type Form,
  formOf,
  type Options,
  type State,
  stateOf,
} from './state.ts'
import { usePayment } from './use-payment.ts'
import { usePosition } from './use-position.ts'
import { usePrice } from './use-price.ts'
import { useProblems } from './use-problems.ts'
import { wipeDraft } from './wipe-draft.ts'
import type { Problem } from './wire.ts'

export type PurchaseActions = {
  state: State
  dispatch: Dispatch<Action>
  registers: ReturnType<typeof createRegisters>
  options: Options
  buyer: Buyer
  /** The inputs are those the quote was made from. */
  fresh: boolean
  /**
   * The same request is repeated by itself: a duplicate in so many seconds, or one that goes on
   * behind slow outside systems.
   */
  waiting: { seconds: number } | 'goes-on' | null
  /** The bank's page of a card payment, while the browser goes there. */
  bankPage: string | null
  position: PositionError | 'asking' | null
  /** The price waits for a press: the browser would ask for the position. */
  askedWhere: boolean
  /** The price is wanted and waits for a register that is asked at this moment. */
  wanted: boolean
  /** What is wrong or missing now, and the way to show it at its fields. */
  wrong: Problem[]
  refuse: (problems: Problem[]) => boolean
  closePosition: () => void
  calculate: () => void
  pay: () => void
  startOver: () => void
  signOut: () => void
}

/**
 * The whole purchase: the form's state with the draft, and the calls that move it on. `chosen`:
 * what could be chosen when the page came; `more`: what a page demands beyond the common checks.
 */
export function usePurchase(
  chosen: Options,
  buyer: Buyer,
  first: Form,
  more: (form: Form) => Problem[] = () => [],
): PurchaseActions {
  const [options, setOptions] = useState(chosen)
  const [state, dispatch] = useReducer(reduce, first, stateOf)
  const [registers] = useState(() => createRegisters(dispatch))
  const [waiting, setWaiting] = useState<PurchaseActions['waiting']>(null)
  const latest = useRef(state)
  latest.current = state
  const { wrongIn, refuse } = useProblems(options, buyer, dispatch, more)
  const waits: Acting['waits'] = {
    on: ({ goesOn, retryAfter }) => setWaiting(goesOn ? 'goes-on' : { seconds: retryAfter }),
    over: () => setWaiting(null),
  }
  const fail: Acting['fail'] = (apiError) => {
    waits.over()
    dispatch({ type: 'failed', ...failureOf(apiError, latest.current) })
  }
  const onNewDay: Acting['onNewDay'] = (now) => {
    waits.over()
    setOptions(now)
    dispatch({ type: 'new-day', today: now.today })
  }
  const acting: Acting = {
    state,
    latest,
    dispatch,
    options,
    buyer,
    wrongIn,
    refuse,
    fail,
    onNewDay,
    waits,
  }
  const at = usePosition(options.positionRequired)
  const { fresh, awaited, calculate } = usePrice(acting, at)
  const { bankPage, pay } = usePayment(acting)

  useEffect(() => saveDraft(formOf(state)), [state])

  return {
    state,
    dispatch,
    registers,
    options,
    buyer,
    fresh,
    waiting,
    bankPage,
    position: at.position,
    askedWhere: !at.mayAsk,
    wanted: awaited,
    wrong: wrongIn(state),
    refuse,
    closePosition: at.close,
    calculate,
    pay,
    startOver: () => {
      leave()
      location.reload()
    },
    signOut: () => {
      leave()
      dropPurchaseToken()
    },
  }
}

const leave = (): void => {
  wipeDraft()
  history.replaceState(null, '', location.pathname)
}
