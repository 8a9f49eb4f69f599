import type { Locale } from '#brand'
import { fieldText } from '#texts/fields.ts'
import { type Fault, faultOf } from '../../http/http.ts'
import type { Waiting } from '../../http/until-answered.ts'
import { portal } from '../portal.ts'
import { locate } from './geo.ts'
import type { Outgoing } from './kept-sale.ts'
import { lookUpCar, lookUpPerson } from './look-up.ts'
import { inTurn } from './privileges.ts'
import type { Options } from './state/answers.ts'
import { askOf, askOfCar, askOfInsurer } from './state/changes.ts'
import { isMasked } from './state/prefill.ts'
import { isFresh } from './state/reduce.ts'
import { applicationFor, billPhone, problemsOf, saleOf } from './state/wire.ts'
import type { Store } from './store.ts'

type Words = {
  offline: string
  offlineCalculate: string
  failed: string
  fill: string
  notFound: string
}
type Around = {
  store: Store
  today: string
  options: Options
  locale: Locale
  words: Words
  onOutgoing: (outgoing: Outgoing | null) => void
}
const isConsentMissing = (error: unknown): boolean => {
  const fault = faultOf(error)
  return fault.kind === 'refused' && fault.code === 14003
}
/** Null while the person has not agreed to it being told. */
async function benefitOf(iin: string): Promise<boolean | null> {
  try {
    return (await portal('getPersonSocialStatus', { iin })).hasBenefit
  } catch (error) {
    if (isConsentMissing(error)) return null
    throw error
  }
}
const newId = (): string => crypto.randomUUID()
/** A moment later, when it is drawn. */
const focusOn = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(id)?.focus())
/** The row that takes the place of one that goes, else the one before it. */
const beside = (ids: string[], id: string): string | undefined =>
  ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1]

/**
 * What moves a sale on: the look-ups of rows, the price, the order. Made once for a sheet, so rows
 * may hold on to it.
 */
export function createSale({ store, today, options, locale, words, onOutgoing }: Around) {
  const { dispatch } = store
  const running = new Set<string>()
  const privileges = inTurn(benefitOf, {
    found: (iin, hasBenefit) => dispatch({ type: 'privilege', iin, hasBenefit }),
    withheld: () => dispatch({ type: 'privilege-withheld' }),
    failed: () => dispatch({ type: 'privilege-failed' }),
  })
  const said = { nobody: words.failed, offline: words.offlineCalculate }
  const fail = (fault: Fault): void => dispatch({ type: 'failed', fault, said })
  /** Another's sale waits for its client's code, then the same goes on. */
  const failOrAsk = (fault: Fault, next: 'calculate' | 'pay'): void => {
    const { globalId } = store.get()
    if (fault.kind === 'refused' && fault.code === 14014 && globalId) {
      const { phone } = fault.data
      dispatch({
        type: 'client-code',
        asked: { globalId, phone: typeof phone === 'string' ? phone : null, next },
      })
    } else fail(fault)
  }

  /** One look-up of one row; the same one is not asked twice at a time. */
  const once = async (key: string, ask: () => Promise<void>): Promise<void> => {
    if (running.has(key)) return
    running.add(key)
    await ask().finally(() => running.delete(key))
  }

  const askInsurer = (): Promise<void> => {
    const { insurerData, insurerWillDrive, drivers, policyStartDate } = store.get()
    const asked = askOfInsurer(insurerData)
    return once(`insurer ${asked}`, async () => {
      dispatch({ type: 'insurer-asked' })
      const drives = insurerWillDrive || Object.values(drivers).some(({ insurer }) => insurer)
      const { iin, phone, driverLicenseNumber: licence } = insurerData
      const answer = await lookUpPerson(
        { iin, drives, dateStart: policyStartDate, licence, phone },
        words.offline,
      )
      if ('refused' in answer)
        return dispatch({ type: 'insurer-failed', asked, refused: answer.refused })
      dispatch({ type: 'insurer-found', asked, found: answer.found })
      privileges.add(iin)
    })
  }
  const askDriver = (id: string): Promise<void> => {
    const { drivers, policyStartDate } = store.get()
    const driver = drivers[id]
    if (!driver) return Promise.resolve()
    const asked = askOf(driver)
    return once(`${id} ${asked}`, async () => {
      dispatch({ type: 'driver-asked', id })
      const body = {
        iin: driver.iin,
        drives: true,
        dateStart: policyStartDate,
        licence: driver.licenseN,
        phone: '',
      }
      const answer = await lookUpPerson(body, words.offline)
      if ('refused' in answer)
        return dispatch({ type: 'driver-failed', id, asked, refused: answer.refused })
      dispatch({ type: 'driver-found', id, asked, found: answer.found })
      privileges.add(driver.iin)
    })
  }
  const askCar = (id: string): Promise<void> => {
    const car = store.get().cars.find((one) => one.id === id)
    if (!car) return Promise.resolve()
    const asked = askOfCar(car)
    return once(`${id} ${asked}`, async () => {
      dispatch({ type: 'car-asked', id })
      const answer = await lookUpCar(car, words.offline)
      if ('refused' in answer)
        dispatch({
          type: 'car-failed',
          id,
          asked,
          message: answer.refused.message,
          owner: answer.refused.code === 14008 && answer.refused.reason === 'owner',
        })
      else dispatch({ type: 'car-found', id, asked, found: answer.found })
    })
  }

  /** Steps 1–4 of the flow. Rows with mistakes are marked and stop nobody but the price. */
  const calculate = async (again = false): Promise<void> => {
    const before = store.get()
    if (before.busy) return
    const wrong = problemsOf(before, today)
    const first = Object.keys(wrong)[0]
    if (first) {
      const worded = Object.fromEntries(
        Object.entries(wrong).map(([field, key]) => [field, fieldText(key, locale)]),
      )
      dispatch({ type: 'wrong', wrong: worded, message: words.fill })
      return document.getElementById(first)?.focus()
    }
    dispatch({ type: 'started', busy: 'calculate' })
    const [located] = await Promise.all([locate(before.promoterIin, locale), privileges.settled()])
    if ('code' in located) return dispatch({ type: 'located', ...located })
    const form = store.get()
    const application = applicationFor(again ? { ...form, application: null } : form, newId)
    dispatch({ type: 'started', busy: 'calculate', application })
    try {
      const operation = {
        agentIin: form.promoterIin ?? undefined,
        applicationId: application.id,
        ...located.place,
        ...(form.consentRequired ? { consentRequired: true } : {}),
      }
      const onWait = ({ goesOn }: Waiting): void =>
        goesOn ? dispatch({ type: 'goes-on' }) : undefined
      const { data } = await portal('promoterCalculate', { ...saleOf(form), operation }, { onWait })
      const [calculation] = data.calculations
      if (!calculation) return fail({ kind: 'server', message: '' })
      dispatch({ type: 'quoted', key: application.key, calculation })
      // The price is drawn a moment later.
      requestAnimationFrame(() =>
        document.getElementById('accepted')?.focus({ preventScroll: true }),
      )
    } catch (error) {
      const fault = faultOf(error)
      // The id is known with another position or from another day: the same inputs get a new one,
      // once.
      if (
        !again &&
        fault.kind === 'invalid' &&
        fault.errors.some(({ path }) => path === 'operation.applicationId')
      ) {
        dispatch({ type: 'settled' })
        return calculate(true)
      }
      failOrAsk(fault, 'calculate')
    }
  }

  /**
   * Step 5: order, or reorder for a reissue. Without an answer it stays on the device and is sent
   * again as the very same order.
   */
  const send = async (outgoing: Outgoing): Promise<void> => {
    if (store.get().busy) return
    dispatch({ type: 'started', busy: 'order' })
    const { terms, personalData, commission, ogpoPlus } = options.textVersions
    const body = {
      calculationId: outgoing.calculationId,
      pay: {
        system: 'mobile_bank',
        method: 'bill',
        ...(outgoing.phone ? { phone: outgoing.phone } : {}),
      } as const,
      accepted: { terms, personalData, commission, ...(store.get().ogpoPlus ? { ogpoPlus } : {}) },
      ...(outgoing.email ? { email: outgoing.email } : {}),
      ...(outgoing.sendAgain ? { sendAgain: true } : {}),
    }
    try {
      const { data } = outgoing.reissue
        ? await portal('promoterReorder', { ...body, globalId: outgoing.reissue })
        : await portal('promoterOrder', body)
      onOutgoing(null)
      dispatch({ type: 'ordered', orderId: data.orderId, orderKey: data.key })
    } catch (error) {
      const fault = faultOf(error)
      if (fault.kind === 'offline' || fault.kind === 'timeout' || fault.kind === 'unavailable')
        return dispatch({ type: 'settled' })
      onOutgoing(null)
      refusedOrder(fault)
    }
  }
  const refusedOrder = (fault: Fault): void => {
    const stands = fault.kind === 'refused' && typeof fault.data['orderId'] === 'string'
    // The order stands and waits for another phone, or the server goes on asking the bank.
    if (stands) {
      const { orderId, key } = fault.data
      dispatch({
        type: 'ordered',
        orderId: String(orderId),
        orderKey: typeof key === 'string' ? key : null,
      })
    }
    if (fault.kind === 'refused' && (fault.code === 10301 || fault.code === 14010))
      dispatch({
        type: 'wrong',
        wrong: { 'payment-phone': fault.message, 'other-phone': fault.message },
        message: fault.message,
      })
    else if (!(stands && fault.code === 12002)) failOrAsk(fault, 'pay')
  }
  const pay = (
    more: { phone?: string; sendAgain?: boolean; calculationId?: string } = {},
  ): void => {
    const state = store.get()
    const calculationId = more.calculationId ?? state.calculationId
    if (!calculationId || (!more.calculationId && !isFresh(state))) return
    const outgoing = {
      calculationId,
      phone: more.phone ?? billPhone(state),
      sendAgain: more.sendAgain === true,
      email: state.insurerData.email,
      reissue: state.reissue ? state.globalId : null,
    }
    onOutgoing(outgoing)
    void send(outgoing)
  }

  const load = async (
    globalId: string,
    kind: 'prolong' | 'reissue' | 'copy',
  ): Promise<{ tooEarly?: string; message?: string }> => {
    dispatch({ type: 'started', busy: 'load' })
    try {
      const { data: policy } = await portal('promoterGetPolicy', { globalId })
      if (kind === 'prolong' && policy.prolongStart === null && policy.prolongFrom)
        return { tooEarly: policy.prolongFrom }
      if (isMasked(policy)) {
        dispatch({
          type: 'client-code',
          asked: {
            globalId: policy.globalId,
            phone: policy.clientCode?.phone ?? null,
            next: { load: kind, policy },
          },
        })
        return {}
      }
      dispatch({ type: 'loaded', policy, kind, today, newId })
      for (const { iin } of [policy.insurant, ...policy.insureds]) privileges.add(iin)
      return {}
    } catch (error) {
      const fault = faultOf(error)
      return {
        message:
          fault.kind === 'missing'
            ? words.notFound
            : fault.message || (fault.kind === 'offline' ? words.offline : words.failed),
      }
    } finally {
      dispatch({ type: 'settled' })
    }
  }

  /** The client's code was right: what it was asked for goes on. */
  const proved = (): void => {
    const asked = store.get().clientCode
    dispatch({ type: 'client-code', asked: null })
    if (asked?.next === 'calculate') void calculate()
    else if (asked?.next === 'pay') pay()
    else if (asked) void load(asked.globalId, asked.next.load)
  }
  /** A renewal or a copy needs nobody's leave as long as the people are typed in. */
  const fillWithoutPeople = (): void => {
    const next = store.get().clientCode?.next
    if (typeof next !== 'object') return
    dispatch({ type: 'loaded', policy: next.policy, kind: next.load, today, newId })
    focusOn('insurer-iin')
  }

  return {
    dispatch,
    proved,
    fillWithoutPeople,
    askInsurer,
    askDriver,
    askCar,
    calculate: (): void => void calculate(),
    pay,
    send: (outgoing: Outgoing): void => void send(outgoing),
    load,
    privilegesAgain: (): void => {
      dispatch({ type: 'privilege-again' })
      privileges.again()
    },
    addDriver: (): void => {
      const id = newId()
      dispatch({ type: 'driver-added', id })
      focusOn(`driver-${id}-iin`)
    },
    removeDriver: (id: string): void => {
      const next = beside(Object.keys(store.get().drivers), id)
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
      const ids = store.get().cars.map((car) => car.id)
      const empty = newId()
      dispatch({ type: 'car-removed', id, newId: empty })
      focusOn(`car-${beside(ids, id) ?? empty}-remove`)
    },
    /** Whose document is typed has agreed: a refusal for want of that begins to ask by 1414. */
    saveDocument: (body: Parameters<typeof portal<'setClientByDocument'>>[1]): Promise<unknown> =>
      portal('setClientByDocument', body).catch((error: unknown) => {
        if (isConsentMissing(error)) fail(faultOf(error))
        throw error
      }),
    /** A person has answered 1414 with yes: their benefit may be told. */
    agreed: privileges.agreed,
  }
}
export type SaleActions = ReturnType<typeof createSale>
