import { useEffect, useRef } from 'react'
import { apiErrorOf } from '../../http/http.ts'
import { buy } from '../calls.ts'
import { isPosition } from '../model/refusal.ts'
import type { Application } from '../model/wire.ts'
import { withApplication } from '../with-application.ts'
import type { Acting } from './acting.ts'
import { useLookUps } from './look-ups.ts'
import { rememberInAddress } from './order-address.ts'
import type { usePosition } from './use-position.ts'
import { applicationFor, inputsKey, saleOf } from './wire.ts'

/** Pause after the last change before a price that was known is asked again, ms. */
const recalculateMs = 800

/** The price: asked for by the person, and again by itself once it was known. */
export function usePrice(acting: Acting, at: ReturnType<typeof usePosition>) {
  const { state, dispatch, buyer, latest, wrongIn, refuse, fail, waits } = acting
  const key = inputsKey(state, buyer.phone)
  const fresh = state.quote?.key === key
  const attempted = useRef('')
  const lookUps = useLookUps(state, () => void calculate())

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

  async function calculate(): Promise<void> {
    const form = latest.current
    if (form.busy || lookUps.pending(form) || refuse(wrongIn(form))) return
    const application = applicationFor(form, buyer.phone, () => crypto.randomUUID())
    attempted.current = application.key
    const started = (now: Application): void =>
      dispatch({ type: 'started', busy: 'calculate', application: now })
    started(application)
    const where = await at.place()
    if (!where) return dispatch({ type: 'settled' })
    const sale = saleOf(form, buyer.phone)
    try {
      const { data } = await withApplication(
        application,
        ({ id }) =>
          buy(
            'ogpoCalculate',
            { ...sale, operation: { applicationId: id, ...where } },
            { onWait: waits.on },
          ),
        started,
      )
      waits.over()
      const [calculation] = data.calculations
      if (!calculation) return fail({ kind: 'server', message: '' })
      dispatch({ type: 'quoted', key: application.key, calculation })
      if (form.step === 'company') dispatch({ type: 'set', patch: { step: 'pay' } })
      // The id may have been renewed meanwhile: the state has it.
      rememberInAddress(latest.current.application?.id ?? application.id)
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && isPosition(apiError.code)) at.close()
      fail(apiError)
    }
  }
  return { fresh, awaited: lookUps.awaited, calculate: (): void => void calculate() }
}
