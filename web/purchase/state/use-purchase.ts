import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react'
import { fieldText } from '#texts/fields.ts'
import { flowName } from '../../flow.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import type { Waiting } from '../../http/until-answered.ts'
import { askPosition, type PositionError } from '../../position.ts'
import { dropPurchaseToken } from '../../session/purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { isWebAddress } from '../../web-address.ts'
import { payable } from '../before-paying.tsx'
import { buy } from '../calls.ts'
import { flowHere } from '../flow.ts'
import words from '../purchase-texts.ts'
import { saveDraft } from './draft.ts'
import { failureOf } from './failure.ts'
import { keepOrder } from './kept-order.ts'
import { useLookUps } from './look-ups.ts'
import { orderIn, rememberInAddress } from './order-address.ts'
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
import { wipeDraft } from './wipe-draft.ts'
import { applicationFor, inputsKey, type Problem, payProblems, problemsOf } from './wire.ts'

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
  /** The price is wanted and waits for a register that is asked at this moment. */
  wanted: boolean
  closePosition: () => void
  next: () => void
  calculate: () => void
  pay: () => void
  startOver: () => void
  signOut: () => void
}

const newId = (): string => crypto.randomUUID()
/** Pause after the last change before a price that was known is asked again, ms. */
const recalculateMs = 800

/**
 * The whole purchase: the form's state with the draft, and the calls that move it on. `more`: what
 * a page demands beyond the common checks.
 */
export function usePurchase(
  options: Options,
  buyer: Buyer,
  first: Form,
  more: (form: Form) => Problem[] = () => [],
): PurchaseActions {
  const t = useTexts(words)
  const locale = useLocale()
  const [state, dispatch] = useReducer(reduce, first, stateOf)
  const [registers] = useState(() => createRegisters(dispatch))
  const [waiting, setWaiting] = useState<PurchaseActions['waiting']>(null)
  const onWait = ({ goesOn, retryAfter }: Waiting): void =>
    setWaiting(goesOn ? 'goes-on' : { seconds: retryAfter })
  const [bankPage, setBankPage] = useState<string | null>(null)
  const [position, setPosition] = useState<PositionError | 'asking' | null>(null)
  const key = inputsKey(state, buyer.phone)
  const fresh = state.quote?.key === key
  const latest = useRef(state)
  latest.current = state
  const attempted = useRef('')
  /** A bill may be on the phone: the client was told, and asks for another one all the same. */
  const anotherBill = useRef(false)
  const wrongIn = (form: Form): Problem[] => {
    const own = more(form)
    return [
      ...own,
      ...problemsOf(form, buyer.phone, options.today).filter(({ field }) =>
        own.every((one) => one.field !== field),
      ),
    ]
  }

  const lookUps = useLookUps(state, () => void calculate())

  useEffect(() => saveDraft(formOf(state)), [state])

  // A price that was known follows the form by itself; one that failed waits for the person.
  // a draft that had its price asks for it again
  const known = state.quote !== null || state.application?.key === key
  const followed =
    known &&
    !fresh &&
    state.busy === null &&
    attempted.current !== key &&
    wrongIn(state).length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the inputs
  useEffect(() => {
    if (!followed) return
    const timer = setTimeout(() => void calculate(), recalculateMs)
    return () => clearTimeout(timer)
  }, [followed, key]) // oxlint-disable-line react/exhaustive-deps

  const worded = (problems: Problem[]) =>
    problems.map(({ field, key: name }) => ({
      field,
      message:
        name in t.problems
          ? t.problems[name as keyof typeof t.problems]
          : name === 'accept_terms'
            ? t.needAccept
            : fieldText(name, locale), // the guard before it proves the key
    }))

  const refuse = (problems: Problem[]): boolean => {
    if (problems.length === 0) return false
    dispatch({ type: 'wrong', errors: worded(problems), step: problems[0]?.step ?? null })
    return true
  }

  const fail = (apiError: ApiError): void => {
    setWaiting(null)
    dispatch({ type: 'failed', ...failureOf(apiError, latest.current) })
  }

  /** The position where the setting asks for it; null: an error is shown and the person decides. */
  async function place(): Promise<Record<string, number | string> | null> {
    if (!options.positionRequired) return {}
    setPosition('asking')
    const found = await askPosition()
    if (typeof found === 'string') {
      setPosition(found)
      return null
    }
    setPosition(null)
    return {
      latitude: found.latitude,
      longitude: found.longitude,
      accuracy: Math.round(found.accuracy),
    }
  }

  async function calculate(again = false): Promise<void> {
    const form = latest.current
    if (form.busy) return
    if (lookUps.pending(form)) return
    if (refuse(wrongIn(form))) return
    const application = applicationFor(
      again ? { ...form, application: null } : form,
      buyer.phone,
      newId,
    )
    attempted.current = application.key
    dispatch({ type: 'started', busy: 'calculate', application })
    const where = await place()
    if (!where) return dispatch({ type: 'settled' })
    try {
      const sale = JSON.parse(application.key) as Parameters<typeof buy<'ogpoCalculate'>>[1] // made by saleOf, from this very form
      const reply = await buy(
        'ogpoCalculate',
        { ...sale, operation: { applicationId: application.id, ...where } },
        { onWait },
      )
      setWaiting(null)
      const [calculation] = reply.data.calculations
      if (!calculation) return fail({ kind: 'server', message: '' })
      dispatch({ type: 'quoted', key: application.key, calculation })
      if (form.step === 'company') dispatch({ type: 'set', patch: { step: 'pay' } })
      rememberInAddress(application.id)
    } catch (error) {
      const apiError = apiErrorOf(error)
      // The id is known with another position or from another day: the same inputs get a new one,
      // once.
      if (
        !again &&
        apiError.kind === 'invalid' &&
        apiError.errors.some(({ path }) => path === 'operation.applicationId')
      ) {
        dispatch({ type: 'settled' })
        latest.current = { ...latest.current, busy: null }
        return calculate(true)
      }
      if (apiError.kind === 'refused' && (apiError.code === 12009 || apiError.code === 14013))
        setPosition(null)
      fail(apiError)
    }
  }

  async function pay(): Promise<void> {
    const form = latest.current
    const quote = form.quote
    const free = quote !== null && payable(quote.calculation, form.reissue !== null) === 0
    if (form.busy || !quote || refuse([...wrongIn(form), ...payProblems(form, free)])) return
    dispatch({ type: 'started', busy: 'order' })
    const { terms, personalData, commission, ogpoPlus } = options.textVersions
    const accepted = { terms, personalData, commission, ...(form.ogpoPlus ? { ogpoPlus } : {}) }
    const body = {
      calculationId: quote.calculation.calculationId,
      pay:
        form.pay === 'card'
          ? ({ system: 'card', method: 'redirect' } as const)
          : ({
              system: 'mobile_bank',
              method: 'bill',
              ...(free ? {} : { phone: form.payPhone }),
            } as const),
      ...(form.email ? { email: form.email } : {}),
      ...(anotherBill.current ? { sendAgain: true } : {}),
      accepted,
      ...(flowName() === 'egov' ? { flow: 'egov' as const } : {}),
    }
    const keep = (key: string, orderId: string): string => {
      keepOrder(key, {
        orderId,
        calculationId: body.calculationId,
        accepted,
        email: form.email || null,
        phone: form.payPhone,
        reissue: form.reissue,
      })
      return `${flowHere().result(locale)}?${new URLSearchParams({ order: key })}`
    }
    try {
      const reply = form.reissue
        ? await buy('ogpoReorder', { ...body, globalId: form.reissue }, { onWait })
        : await buy('ogpoOrder', body, { onWait })
      const { key: orderKey, orderId, redirect_url: bank } = reply.data
      const result = keep(orderKey, orderId)
      if (!bank || !isWebAddress(bank)) return location.assign(result)
      // Back from the bank's page leads to the result, not to the form.
      history.replaceState(null, '', result)
      setBankPage(bank)
      location.assign(bank)
    } catch (error) {
      const apiError = apiErrorOf(error)
      const standing = apiError.kind === 'refused' ? orderIn(apiError.data) : null
      // The order stands and the server goes on asking the bank: its page says how it goes.
      if (standing && apiError.kind === 'refused' && apiError.code === 12002)
        return location.assign(keep(standing.key, standing.orderId))
      // The phone is the field to mend; the refusal stands beside it and nowhere else.
      if (apiError.kind === 'refused' && (apiError.code === 10301 || apiError.code === 14010)) {
        anotherBill.current = apiError.data['reason'] === 'bill_unclear'
        setWaiting(null)
        const brief = anotherBill.current ? { brief: t.billUnclear } : {}
        return dispatch({
          type: 'wrong',
          errors: [{ field: 'payPhone', message: apiError.message, ...brief }],
          step: 'pay',
        })
      }
      fail(apiError)
    }
  }

  function next(): void {
    const form = latest.current
    const here = wrongIn(form).filter(({ step }) => step === form.step)
    if (refuse(here)) return
    if (form.step === 'company' && !fresh) return void calculate()
    const order = ['policyholder', 'drivers', 'cars', 'term', 'company', 'pay'] as const
    const after = order[order.indexOf(form.step) + 1]
    if (after) dispatch({ type: 'set', patch: { step: after } })
    scrollTo({ top: 0 })
  }

  const leave = (): void => {
    wipeDraft()
    history.replaceState(null, '', location.pathname)
  }
  return {
    state,
    dispatch,
    registers,
    options,
    buyer,
    fresh,
    waiting,
    bankPage,
    position,
    wanted: lookUps.awaited,
    closePosition: () => setPosition(null),
    next,
    calculate: () => void calculate(),
    pay: () => void pay(),
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
