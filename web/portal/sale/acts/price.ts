import { earliestStart } from '#domain/ogpo/period.ts'
import { fieldText } from '#texts/fields.ts'
import { askPrice } from '../../../sale/price.ts'
import { locate } from '../geo.ts'
import { applicationFor, problemsOf, saleOf } from '../state/wire.ts'
import { failOrAsk, focusOn, type SaleContext } from './sale-context.ts'

/**
 * Steps 1–4 of the flow (specification, section 4). Rows with mistakes are marked and stop nobody
 * but the price. `privileges`: settles when everyone's privilege has been asked about.
 */
export async function calculate(
  context: SaleContext,
  privileges: () => Promise<void>,
  by: 'hand' | 'itself',
): Promise<void> {
  const { store, door, locale, options } = context
  const { dispatch } = store
  const before = store.get()
  if (before.busy || refused(context)) return
  dispatch({ type: 'started', busy: 'calculate' })
  // The position comes last: it may be no older than a minute when the server judges it.
  await privileges()
  const located = await locate(before.promoterIin, locale)
  if ('code' in located) return dispatch({ type: 'located', ...located })
  const now = store.get()
  // Somebody typed on meanwhile: what is not whole has its price later.
  if (Object.keys(problemsOf(now, options().today)).length > 0) return dispatch({ type: 'settled' })
  const consentRequired = now.consentRequired || undefined
  const answer = await askPrice(
    { store, door, wire: { applicationFor, saleOf } },
    { ...located.place, consentRequired },
    ({ goesOn }) => (goesOn ? dispatch({ type: 'goes-on' }) : undefined),
  )
  switch (answer.kind) {
    case 'priced':
      // Who goes on typing keeps the field.
      return by === 'hand' || document.activeElement === document.body
        ? focusOn(['accepted', 'bill'], { preventScroll: true })
        : undefined
    case 'failed':
      return failOrAsk(context, answer.apiError, 'calculate')
    case 'new-day': {
      const start = earliestStart(answer.options.today)
      context.onNewDay(answer.options)
      // Another day may have been chosen while the answer was on its way.
      if (store.get().term.start < start) dispatch({ type: 'term', patch: { start } })
      dispatch({ type: 'settled' })
      return calculate(context, privileges, by)
    }
  }
}

/** Says at each field what is wrong before anything is sent, and leads to the first. */
export function refused({ store, options, locale, words }: SaleContext): boolean {
  const wrong = problemsOf(store.get(), options().today)
  const [first] = Object.keys(wrong)
  if (!first) return false
  const errors = Object.entries(wrong).map(([field, key]) => ({
    field,
    message: fieldText(key, locale),
  }))
  store.dispatch({ type: 'wrong', errors })
  store.dispatch({ type: 'told', message: words.fill })
  document.getElementById(first)?.focus()
  return true
}
