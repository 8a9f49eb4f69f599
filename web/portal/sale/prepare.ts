import { almatyDay } from '#domain/calendar.ts'
import { apiErrorOf } from '../../http/http.ts'
import { upToDate } from '../../sale/draft.ts'
import { keep, kept } from '../device.ts'
import { portal } from '../portal.ts'
import type { Promoter } from '../promoter-user.ts'
import { type Followed, formIn, keptSale, type Outgoing } from './kept-sale.ts'
import { isMasked } from './state/prefill.ts'
import { type Form, type LoadKind, loadKinds, newForm, type Options } from './state/state.ts'

export type Wanted = { globalId: string; kind: LoadKind }
export type Ready = {
  options: Options
  form: Form
  outgoing: Outgoing | null
  followed: Followed | null
  /** The policy in the address. */
  wanted: Wanted | null
  /** The viewed order is not the sale stored on this device: that one stays as it is. */
  apart: boolean
}

/**
 * Loads today's options and the screen's content: the policy, draft or order of the address, else
 * what the device stored.
 */
export async function prepare(user: Promoter, signal: AbortSignal): Promise<Ready> {
  const options = await optionsOf(signal)
  const fresh = newForm(options.today, () => crypto.randomUUID())
  const query = new URLSearchParams(location.search)
  const sale = keptSale(user.login)
  const still = (form: Form): Form => upToDate(form, fresh.term, options)
  const ready = {
    options,
    outgoing: sale?.outgoing ?? null,
    followed: null,
    wanted: null,
    apart: false,
  }

  const [draft, order] = [query.get('draft'), query.get('order')]
  if (order) {
    const followed = sale?.followed?.orderId === order ? sale.followed : null
    const calculationId = followed?.calculationId ?? query.get('calculation')
    const about = followed ?? { key: null, reissue: null, phone: '' }
    const own = sale && (followed || sale.outgoing)
    return {
      ...ready,
      form: own ? still(sale.form) : fresh,
      followed: { ...about, orderId: order, calculationId },
      apart: !own,
    }
  }
  if (draft) {
    const form = await draftOf(draft, signal)
    return { ...ready, form: form ? still(form) : fresh }
  }
  const wanted = wantedIn(query)
  if (wanted && !(sale && isFor(sale.form, wanted))) return { ...ready, form: fresh, wanted }
  return {
    ...ready,
    form: sale ? still(sale.form) : fresh,
    followed: sale?.outgoing ? null : (sale?.followed ?? null),
  }
}

/**
 * Returns whether the stored sale does with this policy what the address requests, for its
 * policyholder: a copy of a policy is not its reissue, and a sale typed over it is another sale.
 */
export const isFor = (
  { currentPolicyData: policy, term, policyholder }: Omit<Form, 'draftKey'>,
  { globalId, kind }: Wanted,
): boolean =>
  policy?.globalId === globalId &&
  (term.prolong !== null) === (kind === 'prolong') &&
  (term.reissue !== null) === (kind === 'reissue') &&
  (isMasked(policy) || policyholder.iin === policy.insurant.iin)

function wantedIn(query: URLSearchParams): Wanted | null {
  for (const kind of loadKinds) {
    const globalId = query.get(kind)
    if (globalId) return { kind, globalId }
  }
  return null
}

async function draftOf(id: string, signal: AbortSignal): Promise<Form | null> {
  try {
    const { data } = await portal('promoterDraftGet', { id }, { signal })
    return formIn(data.content)
  } catch (error) {
    if (apiErrorOf(error).kind === 'missing') return null
    throw error
  }
}

/**
 * Offline, yesterday's list of insurers serves: there is no price before the connection is back
 * anyway.
 */
async function optionsOf(signal: AbortSignal): Promise<Options> {
  try {
    const { data } = await portal('ogpoOptions', {}, { signal })
    keep('options', data)
    return data
  } catch (error) {
    const last = kept('options')
    if (
      signal.aborted ||
      !['offline', 'timeout'].includes(apiErrorOf(error).kind) ||
      !isOptions(last)
    )
      throw error
    const today = almatyDay(new Date())
    return { ...last, today: today > last.today ? today : last.today }
  }
}

// The door of the device: only the line above writes it.
const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' &&
  value !== null &&
  'insurers' in value &&
  'today' in value &&
  'textVersions' in value &&
  'ways' in value
