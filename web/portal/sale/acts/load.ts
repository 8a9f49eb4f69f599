import { apiErrorOf } from '../../../http/http.ts'
import { portal } from '../../portal.ts'
import { isMasked } from '../state/prefill.ts'
import type { LoadKind } from '../state/state.ts'
import { focusOn, newId, type SaleContext } from './sale-context.ts'

type Loaded = { tooEarly?: string; message?: string }

/**
 * A policy by its Global ID becomes the sale; `loaded` is told everyone's IIN. Another's sale is
 * asked about at its client first.
 */
export async function load(
  { store, options, words }: SaleContext,
  globalId: string,
  kind: LoadKind,
  loaded: (iin: string) => void,
): Promise<Loaded> {
  const { dispatch } = store
  dispatch({ type: 'started', busy: 'load' })
  try {
    const { data: policy } = await portal('promoterGetPolicy', { globalId })
    if (kind === 'prolong' && policy.prolongStart === null && policy.prolongFrom)
      return { tooEarly: policy.prolongFrom }
    if (isMasked(policy)) {
      const phone = policy.clientCode?.phone ?? null
      const next = { load: kind, policy }
      dispatch({ type: 'client-code', asked: { globalId: policy.globalId, phone, next } })
      return {}
    }
    dispatch({ type: 'loaded', policy, kind, today: options().today, newId })
    for (const { iin } of [policy.insurant, ...policy.insureds]) loaded(iin)
    return {}
  } catch (error) {
    const apiError = apiErrorOf(error)
    if (apiError.kind === 'missing') return { message: words.notFound }
    const lost = apiError.kind === 'offline' ? words.offline : words.failed
    return { message: apiError.message || lost }
  } finally {
    dispatch({ type: 'settled' })
  }
}

/** A renewal or a copy needs nobody's leave as long as the people are typed in. */
export function fillWithoutPeople({ store, options }: SaleContext): void {
  const next = store.get().clientCode?.next
  if (typeof next !== 'object') return
  const { policy, load: kind } = next
  store.dispatch({ type: 'loaded', policy, kind, today: options().today, newId })
  focusOn('policyholder-iin')
}
