import { useEffect, useRef } from 'react'
import { apiErrorOf } from '../../http/http.ts'
import { buy } from '../calls.ts'
import { isPosition } from '../model/refusal.ts'
import type { Application } from '../model/wire.ts'
import { newDay } from '../new-day.ts'
import { withApplication } from '../with-application.ts'
import type { Acting } from './acting.ts'
import { isPending, useLookUps } from './look-ups.ts'
import { rememberInAddress } from './order-address.ts'
import type { usePosition } from './use-position.ts'
import { applicationFor, inputsKey, saleOf } from './wire.ts'

/**
 * Pause after the last change before the price is asked for again, and before the first one: what
 * is found meanwhile may ask first. Milliseconds.
 */
const [recalculateMs, firstMs] = [800, 50]

/**
 * The price: asked for by itself as soon as all that it needs is known and nobody has to answer
 * anything. What failed is not asked again by itself, unless something was put right since.
 */
export function usePrice(acting: Acting, at: ReturnType<typeof usePosition>) {
  const { state, dispatch, buyer, latest, wrongIn, refuse, fail, waits, onNewDay } = acting
  const key = inputsKey(state, buyer.phone)
  const fresh = state.quote?.key === key
  const attempt = `${state.mended} ${key}`
  const attempted = useRef('')
  const lookUps = useLookUps(state, () => void calculate())

  const follows =
    !fresh &&
    state.busy === null &&
    attempted.current !== attempt &&
    at.mayAsk &&
    !isPending(state) &&
    state.privilege !== 'busy' &&
    !(state.willDrive && state.own.kind === 'failed') &&
    wrongIn(state).length === 0
  const soon = state.quote === null
  // The attempt stands for the inputs.
  useEffect(() => {
    if (!follows) return
    const timer = setTimeout(() => void calculate(), soon ? firstMs : recalculateMs)
    return () => clearTimeout(timer)
  }, [follows, attempt]) // oxlint-disable-line react/exhaustive-deps

  // A price that a lost connection stopped comes when there is one again.
  const lost = !fresh && state.formError?.kind === 'offline'
  // The newest form is read when it is asked.
  useEffect(() => {
    if (!lost) return
    const again = (): void => void calculate()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [lost]) // oxlint-disable-line react/exhaustive-deps

  async function calculate(): Promise<void> {
    const form = latest.current
    if (form.busy || lookUps.pending(form) || refuse(wrongIn(form))) return
    const application = applicationFor(form, buyer.phone, () => crypto.randomUUID())
    attempted.current = `${form.mended} ${application.key}`
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
      // The id may have been renewed meanwhile: the state has it.
      rememberInAddress(latest.current.application?.id ?? application.id)
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && isPosition(apiError.code)) at.close()
      const options = await newDay(apiError, form.start, () => buy('ogpoOptions', {}))
      // From the next day on the price comes by itself.
      if (options) onNewDay(options)
      else fail(apiError)
    }
  }
  return { fresh, awaited: lookUps.awaited, calculate: (): void => void calculate() }
}
