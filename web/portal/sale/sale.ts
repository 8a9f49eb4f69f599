import type { Locale } from '#brand'
import { fieldText } from '#texts/fields.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import type { Waiting } from '../../http/until-answered.ts'
import { portal } from '../portal.ts'
import { locate } from './geo.ts'
import type { Outgoing } from './kept-sale.ts'
import { lookUpCar, lookUpPerson } from './look-up.ts'
import { inTurn } from './privileges.ts'
import type { Options } from './state/answers.ts'
import { askOf, askOfCar, askOfPolicyholder } from './state/changes.ts'
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
  const apiError = apiErrorOf(error)
  return apiError.kind === 'refused' && apiError.code === 14003
}
/** Null while the person has not agreed to it being told. */
async function privilegeOf(iin: string): Promise<boolean | null> {
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
  const privileges = inTurn(privilegeOf, {
    found: (iin, hasPrivilege) => dispatch({ type: 'privilege', iin, hasPrivilege }),
    withheld: () => dispatch({ type: 'privilege-withheld' }),
    failed: () => dispatch({ type: 'privilege-failed' }),
  })
  const said = { nobody: words.failed, offline: words.offlineCalculate }
  const fail = (apiError: ApiError): void => dispatch({ type: 'failed', apiError, said })
  /** Another's sale waits for its client's code, then the same goes on. */
  const failOrAsk = (apiError: ApiError, next: 'calculate' | 'pay'): void => {
    const { globalId } = store.get()
    if (apiError.kind === 'refused' && apiError.code === 14014 && globalId) {
      const { phone } = apiError.data
      dispatch({
        type: 'client-code',
        asked: { globalId, phone: typeof phone === 'string' ? phone : null, next },
      })
    } else fail(apiError)
  }

  /** One look-up of one row; the same one is not asked twice at a time. */
  const once = async (key: string, ask: () => Promise<void>): Promise<void> => {
    if (running.has(key)) return
    running.add(key)
    await ask().finally(() => running.delete(key))
  }

  const askPolicyholder = (): Promise<void> => {
    const { policyholder, policyholderWillDrive, drivers, policyStartDate } = store.get()
    const asked = askOfPolicyholder(policyholder)
    return once(`insurer ${asked}`, async () => {
      dispatch({ type: 'policyholder-asked' })
      const drives =
        policyholderWillDrive || Object.values(drivers).some(({ isPolicyholder }) => isPolicyholder)
      const { iin, phone, licenceNumber } = policyholder
      const answer = await lookUpPerson(
        { iin, drives, dateStart: policyStartDate, licenceNumber, phone },
        words.offline,
      )
      if ('refused' in answer)
        return dispatch({ type: 'policyholder-failed', asked, refused: answer.refused })
      dispatch({ type: 'policyholder-found', asked, found: answer.found })
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
        licenceNumber: driver.licenceNumber,
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
      const apiError = apiErrorOf(error)
      // The id is known with another position or from another day: the same inputs get a new one,
      // once.
      if (
        !again &&
        apiError.kind === 'invalid' &&
        apiError.errors.some(({ path }) => path === 'operation.applicationId')
      ) {
        dispatch({ type: 'settled' })
        return calculate(true)
      }
      failOrAsk(apiError, 'calculate')
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
      const apiError = apiErrorOf(error)
      if (
        apiError.kind === 'offline' ||
        apiError.kind === 'timeout' ||
        apiError.kind === 'unavailable'
      )
        return dispatch({ type: 'settled' })
      onOutgoing(null)
      refusedOrder(apiError)
    }
  }
  const refusedOrder = (apiError: ApiError): void => {
    const stands = apiError.kind === 'refused' && typeof apiError.data['orderId'] === 'string'
    // The order stands and waits for another phone, or the server goes on asking the bank.
    if (stands) {
      const { orderId, key } = apiError.data
      dispatch({
        type: 'ordered',
        orderId: String(orderId),
        orderKey: typeof key === 'string' ? key : null,
      })
    }
    if (apiError.kind === 'refused' && (apiError.code === 10301 || apiError.code === 14010))
      dispatch({
        type: 'wrong',
        wrong: { 'payment-phone': apiError.message, 'other-phone': apiError.message },
        message: apiError.message,
      })
    else if (!(stands && apiError.code === 12002)) failOrAsk(apiError, 'pay')
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
      email: state.policyholder.email,
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
      const apiError = apiErrorOf(error)
      return {
        message:
          apiError.kind === 'missing'
            ? words.notFound
            : apiError.message || (apiError.kind === 'offline' ? words.offline : words.failed),
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
    focusOn('policyholder-iin')
  }

  return {
    dispatch,
    proved,
    fillWithoutPeople,
    askPolicyholder,
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
        if (isConsentMissing(error)) fail(apiErrorOf(error))
        throw error
      }),
    /** A person has answered 1414 with yes: their privilege may be told. */
    agreed: privileges.agreed,
  }
}
export type SaleActions = ReturnType<typeof createSale>
