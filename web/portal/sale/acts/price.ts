import { earliestStart } from '#domain/ogpo/period.ts'
import { fieldText } from '#texts/fields.ts'
import { apiErrorOf } from '../../../http/http.ts'
import type { Waiting } from '../../../http/until-answered.ts'
import type { Application } from '../../../purchase/model/wire.ts'
import { newDay } from '../../../purchase/new-day.ts'
import { withApplication } from '../../../purchase/with-application.ts'
import { portal } from '../../portal.ts'
import { type Located, locate } from '../geo.ts'
import type { State } from '../state/state.ts'
import { applicationFor, problemsOf, saleOf } from '../state/wire.ts'
import { type Around, fail, failOrAsk, focusOn, newId } from './around.ts'

/**
 * Steps 1–4 of the flow (specification, section 4). Rows with mistakes are marked and stop nobody
 * but the price. `privileges`: settles when everyone's privilege has been asked about.
 */
export async function calculate(around: Around, privileges: () => Promise<void>): Promise<void> {
  const { store, locale } = around
  const { dispatch } = store
  const before = store.get()
  if (before.busy || refused(around)) return
  dispatch({ type: 'started', busy: 'calculate' })
  // The position comes last: it may be no older than a minute when the server judges it.
  await privileges()
  const located = await locate(before.promoterIin, locale)
  if ('code' in located) return dispatch({ type: 'located', ...located })
  const form = store.get()
  const application = applicationFor(form, newId)
  const started = (now: Application): void =>
    dispatch({ type: 'started', busy: 'calculate', application: now })
  started(application)
  try {
    const { data } = await withApplication(
      application,
      ({ id }) => ask(around, form, { ...located.place, applicationId: id }),
      started,
    )
    const [calculation] = data.calculations
    if (!calculation) return fail(around, { kind: 'server', message: '' })
    dispatch({ type: 'quoted', key: application.key, calculation })
    focusOn(['accepted', 'bill'], { preventScroll: true })
  } catch (error) {
    const apiError = apiErrorOf(error)
    const options = await newDay(apiError, form.policyStartDate, () => portal('ogpoOptions', {}))
    if (!options) return failOrAsk(around, apiError, 'calculate')
    const policyStartDate = earliestStart(options.today)
    around.onNewDay(options)
    // Another day may have been chosen while the answer was on its way.
    if (store.get().policyStartDate < policyStartDate)
      dispatch({ type: 'term', patch: { policyStartDate } })
    dispatch({ type: 'settled' })
    await calculate(around, privileges)
  }
}

/** Says at each field what is wrong before anything is sent, and leads to the first. */
function refused({ store, options, locale, words }: Around): boolean {
  const wrong = problemsOf(store.get(), options().today)
  const [first] = Object.keys(wrong)
  if (!first) return false
  const worded = Object.fromEntries(
    Object.entries(wrong).map(([field, key]) => [field, fieldText(key, locale)]),
  )
  store.dispatch({ type: 'wrong', wrong: worded, message: words.fill })
  document.getElementById(first)?.focus()
  return true
}

function ask(
  { store }: Around,
  form: State,
  here: Extract<Located, { place: unknown }>['place'] & { applicationId: string },
) {
  const operation = {
    agentIin: form.promoterIin ?? undefined,
    ...here,
    ...(form.consentRequired ? { consentRequired: true } : {}),
  }
  const onWait = ({ goesOn }: Waiting): void =>
    goesOn ? store.dispatch({ type: 'goes-on' }) : undefined
  return portal('promoterCalculate', { ...saleOf(form), operation }, { onWait })
}
