import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Day } from '#domain/calendar.ts'
import { carQuestion, current, type Lookup } from '../../sale/model/look-up.ts'
import type { Person } from '../../sale/model/sale.ts'
import { isExperienceOpen, isPolicyholder } from '../../sale/rows.ts'
import { createStore } from '../../sale/store.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { useOnline } from '../frame.tsx'
import { portal } from '../portal.ts'
import type { Promoter } from '../promoter-user.ts'
import { promoterDoor } from './door.ts'
import { contentOf, forgetSale, isEmpty, keepSale, type Outgoing } from './kept-sale.ts'
import type { Ready } from './prepare.ts'
import { createSale, type SaleActions } from './sale.ts'
import { type Action, reduce } from './state/reduce.ts'
import {
  carFacts,
  driverFacts,
  driverQuestion,
  type PersonFacts,
  policyholderFacts,
  policyholderQuestion,
} from './state/row-facts.ts'
import { type Form, formOf, newForm, type Options, type State, stateOf } from './state/state.ts'
import { inputsKey, isFresh, problemsOf } from './state/wire.ts'
import words from './texts.ts'

/**
 * Returns the inputs of a price that may be requested automatically: every field is complete, every
 * register has answered without objection, and the declarations are made. Null: something is
 * missing, or the price is there.
 */
export function priceDue(state: State, today: Day): string | null {
  if (state.busy || state.orderId || state.clientCode || state.location.code) return null
  if (isFresh(state) || Object.keys(problemsOf(state, today)).length > 0) return null
  return isKnown(state) ? inputsKey(state) : null
}

/** Returns whether registers and people have answered everything, without objection. */
function isKnown(state: State): boolean {
  const { policyholder, drivers, cars } = state
  const own = policyholderFacts(policyholder)
  return (
    isAnswered(policyholder.lookup, policyholderQuestion(policyholder)) &&
    own.phoneError === '' &&
    isTold(policyholder, own, state, policyholder.willDrive) &&
    drivers.every(
      (row) =>
        isPolicyholder(row, state) ||
        (isAnswered(row.lookup, driverQuestion(row)) && isTold(row, driverFacts(row), state, true)),
    ) &&
    cars.every((car) => isAnswered(car.lookup, carQuestion(car)) && carFacts(car).error === '')
  )
}

const isAnswered = <Found>(lookup: Lookup<Found>, question: string): boolean =>
  current(lookup, question).kind === 'found'

/** Returns whether the person has no error, and consent and experience are not open. */
const isTold = (
  person: Person,
  { error }: PersonFacts,
  { consentRequired }: State,
  drives: boolean,
): boolean =>
  error === '' &&
  (!consentRequired || person.consent.kind === 'approved') &&
  !(drives && isExperienceOpen(person))

/** Debounce of saving a draft on the server, ms. */
const draftPauseMs = 2_000
/** Debounce of the automatic price, ms. */
const pricePauseMs = 300
/** Revisions count seconds from here, so that they fit the wire's integer for decades. */
const revisionsFrom = Date.UTC(2026, 0, 1)
/** Pause before an order without an answer is sent again, ms. */
const resendMs = 5_000

type Sale = {
  state: State
  actions: SaleActions
  /** An order without an answer. */
  outgoing: Outgoing | null
}

/**
 * Holds the state of one sale and stores it: on the device at once, on the server as a draft, the
 * order until it is answered.
 */
export function useSale(
  user: Promoter,
  options: Options,
  ready: Ready | null,
  onNewDay: (options: Options) => void,
  blocked: boolean,
): Sale {
  const t = useTexts(words)
  const locale = useLocale()
  const online = useOnline()
  const [outgoing, setOutgoing] = useState<Outgoing | null>(ready?.outgoing ?? null)
  const [{ store, actions }] = useState(() => {
    const made = createStore<State, Action>(firstState(user, options, ready), reduce)
    const { offline, offlineCalculate, failed, fill, notFound } = t
    const said = { offline, offlineCalculate, failed, fill, notFound }
    let current = options
    const sale = createSale({
      store: made,
      door: promoterDoor(made.get().promoterIin ?? undefined),
      options: () => current,
      onNewDay: (now) => {
        current = now
        onNewDay(now)
      },
      locale,
      words: said,
      onOutgoing: setOutgoing,
    })
    return { store: made, actions: sale }
  })
  const state = useSyncExternalStore(store.subscribe, store.get, store.get)
  const form = useForm(state)
  useEffect(() => actions.watch(), [actions])
  const { orderId, calculationId } = state
  useKept(state, form, outgoing, user.login, ready?.apart === true)

  // Saves the draft on the server, for another device. The next change makes up for a failure.
  // Saves it at once with the order: it names the calculation, by which the server knows that the
  // draft is sold.
  useEffect(() => {
    if (!online || isEmpty(form)) return
    const timer = setTimeout(() => void saveDraft(form), orderId ? 0 : draftPauseMs)
    return () => clearTimeout(timer)
  }, [form, online, orderId])

  // Retries failed requests when the connection is back.
  useEffect(() => {
    if (online) actions.online()
  }, [online, actions])

  // Requests the price automatically after a pause without changes.
  const known = isKnown(state)
  // In both directions: the user may press in between, and be refused.
  useEffect(() => actions.priceAnew(), [known, actions])
  const due = blocked || outgoing || !online ? null : priceDue(state, options.today)
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => actions.priceOf(due), pricePauseMs)
    return () => clearTimeout(timer)
  }, [due, actions])

  // Sends an unanswered order again when the connection is back, and while it seems to be there.
  const busy = state.busy !== null
  useEffect(() => {
    if (!outgoing || busy || !online) return
    const timer = setTimeout(() => actions.send(outgoing), resendMs)
    return () => clearTimeout(timer)
  }, [outgoing, busy, online, actions])

  // The address names the tracked order, so that a reload finds it.
  useEffect(() => {
    if (!orderId) return
    const query = new URLSearchParams({
      order: orderId,
      ...(calculationId ? { calculation: calculationId } : {}),
    })
    history.replaceState(null, '', `${location.pathname}?${query}`)
  }, [orderId, calculationId])

  useEffect(() => {
    if (ready?.wanted) void actions.load(ready.wanted.globalId, ready.wanted.kind)
  }, [ready, actions])

  return { state, actions, outgoing }
}

/** Stores the sale on the device; a sale viewed apart does not replace it. */
function useKept(
  state: State,
  form: Form,
  outgoing: Outgoing | null,
  owner: string,
  apart: boolean,
): void {
  const { orderId, orderKey, calculationId, activateStatus } = state
  const { reissue } = state.term
  // An issued sale leaves nothing behind.
  useEffect(() => {
    if (apart) return
    if (activateStatus === 'issued' && !outgoing) return forgetSale()
    const followed = orderId
      ? {
          orderId,
          key: orderKey,
          calculationId,
          reissue,
          phone: form.paymentPhone || form.policyholder.phone,
        }
      : null
    if (isEmpty(form) && !outgoing && !followed) return
    keepSale(owner, { form, outgoing, followed })
  }, [form, outgoing, orderId, orderKey, calculationId, reissue, activateStatus, owner, apart])
}

function firstState(user: Promoter, options: Options, ready: Ready | null): State {
  const state = stateOf(
    ready?.form ?? newForm(options.today, () => crypto.randomUUID()),
    user.login,
  )
  const followed = ready?.followed
  if (!followed) return state
  return {
    ...state,
    orderId: followed.orderId,
    orderKey: followed.key,
    calculationId: followed.calculationId,
    activateStatus: 'waiting',
  }
}

/** Returns the stored part of the state; the very same object while it is unchanged. */
function useForm(state: State): Form {
  const last = useRef<Form | null>(null)
  const next = formOf(state)
  const before = last.current
  const same =
    // the keys of the form itself
    before && (Object.keys(next) as (keyof Form)[]).every((name) => before[name] === next[name])
  if (same) return before
  last.current = next
  return next
}

async function saveDraft(form: Form): Promise<void> {
  const title = [policyholderFacts(form.policyholder).name, form.cars[0]?.plate]
    .filter(Boolean)
    .join(' · ')
  const draft = {
    id: form.draftKey,
    revision: Math.floor((Date.now() - revisionsFrom) / 1000),
    title: title.slice(0, 120),
    content: contentOf(form),
  }
  await portal('promoterDraftSave', {
    ...draft,
    applicationId: form.application?.id ?? null,
  }).catch(() => {})
}
