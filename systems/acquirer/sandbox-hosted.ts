import { isLocale, type Locale } from '#domain/locale.ts'
import type { SandboxAnswer, SandboxAsk, SandboxRoute, World } from '../sandbox-kit.ts'
import { notifyCard, notifyRefund, notifyResult, type Pauses } from './sandbox-notify.ts'
import {
  bindPage,
  challengePage,
  missingPage,
  overPage,
  payPage,
  type Shop,
  spaced,
  type Typed,
} from './sandbox-pages.ts'
import {
  backOf,
  bindings,
  CHALLENGE_CODE,
  cameBy,
  failures,
  judge,
  keepCard,
  maskPan,
  payments,
  settle,
  testCards,
} from './sandbox-payments.ts'

type Setting = { secret: string; merchant: string; pauses: Pauses }

/**
 * Simulates a chargeback: the card's bank takes the rest of a payment back without the shop: `POST
 * /acquirer/pay/:id/take-back`.
 */
async function takenBack(
  world: World,
  { secret, pauses }: Setting,
  ask: SandboxAsk,
): Promise<SandboxAnswer> {
  const payment = payments(world).get(ask.params.id ?? '')
  const left = payment ? payment.clearing - backOf(payment) : 0
  if (payment?.state !== 'success' || left <= 0) return missingPage()
  payment.refunds.push({
    id: String(900_000 + world.next('acquirer.refund')),
    amount: left,
    by: 'bank',
    state: 'success',
  })
  world.saved()
  await notifyRefund(world, payment, secret, pauses)
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ success: true, amount: left }),
  }
}

/** Input on the acquirer's page. */

const NOTHING: Typed = { pan: '', expiry: '', cvc: '' }

const languageOf = ({ query }: SandboxAsk): Locale | null =>
  isLocale(query.lang) ? query.lang : null

/** `?card=2` fills the form with a test card. */
function prefilled({ query }: SandboxAsk): Typed {
  const card = query.card === undefined ? undefined : testCards[Number(query.card)]
  return card ? { pan: spaced(card.pan), expiry: card.expiry, cvc: '123' } : NOTHING
}

const typedOf = (form: URLSearchParams): Typed => ({
  pan: form.get('pan') ?? '',
  expiry: form.get('expiry') ?? '',
  cvc: form.get('cvc') ?? '',
})
const digits = (text: string) => text.replace(/\D/g, '')
const expiryOf = ({ expiry }: Typed) => `${digits(expiry).slice(0, 2)}/${digits(expiry).slice(-2)}`
const isComplete = (typed: Typed) =>
  digits(typed.pan).length === 16 &&
  /^(0[1-9]|1[0-2])(20)?\d{2}$/.test(digits(typed.expiry)) &&
  /^\d{3,4}$/.test(typed.cvc.trim())

const seeOther = (location: string): SandboxAnswer => ({
  status: 303,
  headers: { location },
  body: '',
})

/** Delay before the browser is sent back, so that the notice arrives first. */
const NOTICE_FIRST_MS = 1_000

/** The acquirer's pages that the client's browser opens. */
export const hostedRoutes = (world: World, setting: Setting): SandboxRoute[] => [
  ...payRoutes(world, setting),
  ...bindRoutes(world, setting),
]

const shopOf = ({ merchant }: Setting, ask: SandboxAsk, locale: Locale): Shop => ({
  merchant,
  url: ask.url,
  locale: languageOf(ask) ?? locale,
})

const route = (
  method: 'GET' | 'POST',
  room: 'pay' | 'bind',
  handle: SandboxRoute['handle'],
): SandboxRoute => ({
  method,
  path: `/acquirer/${room}/:id`,
  operation: `${room} page`,
  key: ({ params }) => ({ id: params.id ?? '' }),
  handle,
})
function payRoutes(world: World, setting: Setting): SandboxRoute[] {
  const { secret, pauses } = setting
  const pay = (ask: SandboxAsk): SandboxAnswer => {
    const payment = payments(world).get(ask.params.id ?? '')
    if (!payment) return missingPage()
    const shop = shopOf(setting, ask, payment.locale)
    if (payment.state !== 'new')
      return overPage(shop, cameBy(payment) ? payment.successUrl : payment.failureUrl)
    if (payment.challenged) return challengePage(payment, shop, maskPan(payment.challenged))
    return payPage(payment, shop, prefilled(ask))
  }

  const paid = async (ask: SandboxAsk): Promise<SandboxAnswer> => {
    const payment = payments(world).get(ask.params.id ?? '')
    if (!payment) return missingPage()
    const shop = shopOf(setting, ask, payment.locale)
    if (payment.state !== 'new')
      return overPage(shop, cameBy(payment) ? payment.successUrl : payment.failureUrl)
    const form = new URLSearchParams(ask.body)
    const end = async (
      pan: string | null,
      failure: (typeof payment)['failure'],
    ): Promise<SandboxAnswer> => {
      const [month = '', year = ''] = (
        testCards.find((card) => card.pan === pan)?.expiry ?? ''
      ).split('/')
      if (pan && !failure && payment.bindFor)
        keepCard(world, { userId: payment.bindFor, pan, month, year })
      settle(world, payment, pan, failure)
      await Promise.race([notifyResult(world, payment, secret, pauses), pause(NOTICE_FIRST_MS)])
      return seeOther(failure ? payment.failureUrl : payment.successUrl)
    }

    if (form.get('cancel')) return end(null, failures.cancelled)
    if (payment.challenged) {
      if (form.get('code')?.trim() !== CHALLENGE_CODE)
        return challengePage(payment, shop, maskPan(payment.challenged), 'wrongCode')
      return end(payment.challenged, null)
    }
    const typed = typedOf(form)
    if (!isComplete(typed)) return payPage(payment, shop, typed, 'bad')
    const pan = digits(typed.pan)
    const verdict = judge(pan, expiryOf(typed), world.now())
    if (!verdict) return payPage(payment, shop, typed, 'unknown')
    if (verdict === 'challenge') {
      payment.challenged = pan
      world.saved()
      return challengePage(payment, shop, maskPan(pan))
    }
    return end(pan, verdict === 'approve' ? null : failures[verdict])
  }

  const takeBack: SandboxRoute = {
    ...route('POST', 'pay', (ask) => takenBack(world, setting, ask)),
    path: '/acquirer/pay/:id/take-back',
    operation: 'take back',
  }
  return [route('GET', 'pay', pay), route('POST', 'pay', paid), takeBack]
}

function bindRoutes(world: World, setting: Setting): SandboxRoute[] {
  const { secret, pauses } = setting
  const bind = (ask: SandboxAsk): SandboxAnswer => {
    const binding = bindings(world).get(ask.params.id ?? '')
    if (!binding) return missingPage()
    const shop = shopOf(setting, ask, binding.locale)
    return binding.state === 'done'
      ? overPage(shop, binding.backUrl)
      : bindPage(binding, shop, prefilled(ask))
  }

  const bound = async (ask: SandboxAsk): Promise<SandboxAnswer> => {
    const binding = bindings(world).get(ask.params.id ?? '')
    if (!binding) return missingPage()
    const shop = shopOf(setting, ask, binding.locale)
    if (binding.state === 'done') return overPage(shop, binding.backUrl)
    const form = new URLSearchParams(ask.body)
    if (form.get('cancel')) return seeOther(binding.backUrl)
    const typed = typedOf(form)
    if (!isComplete(typed)) return bindPage(binding, shop, typed, 'bad')
    const pan = digits(typed.pan)
    const verdict = judge(pan, expiryOf(typed), world.now())
    if (!verdict || verdict === 'expired')
      return bindPage(binding, shop, typed, verdict ? 'expiredCard' : 'unknown')

    const [month = '', year = ''] = expiryOf(typed).split('/')
    const card = keepCard(world, { userId: binding.userId, pan, month, year })
    binding.state = 'done'
    world.saved()
    await Promise.race([
      notifyCard(world, card, binding.noticeUrl, secret, pauses),
      pause(NOTICE_FIRST_MS),
    ])
    return seeOther(binding.backUrl)
  }

  return [route('GET', 'bind', bind), route('POST', 'bind', bound)]
}
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
