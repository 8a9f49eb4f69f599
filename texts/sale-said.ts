import type { Locale, Localized } from '#domain/locale.ts'
import { orderStates } from './states.ts'

/** What prevents a policy, as far as its client may know. */
export type SaleSaid = {
  number: string
  state: string
  policy: string | null
  paidAt: string | null
  obstacle: { what: string; since: string | null } | null
}

type Words = {
  none: string
  unpaid: (number: string) => string
  issued: (number: string, policy: string) => string
  state: (number: string, state: string) => string
  paid: (number: string, at: string) => string
  going: string
  silent: (since: string) => string
  checked: (since: string) => string
  orBack: string
}

const words: Localized<Words> = {
  kz: {
    none: 'Осы байланыс деректерімен берілген тапсырыс табылмады. Тапсырыс, полис немесе көлік нөмірін сайт арқылы жазып жіберіңіз.',
    unpaid: (number) =>
      `${number} тапсырысы әлі төленбеген. Төлем түскен бойда полис ресімделіп, SMS пен пошта арқылы келеді.`,
    issued: (number, policy) =>
      `${number} тапсырысы бойынша ${policy} полисі ресімделген. Құжаттары жеке кабинетте тұр.`,
    state: (number, state) => `${number} тапсырысының күйі: «${state}».`,
    paid: (number, at) => `${number} тапсырысының төлемі түсті (${at}).`,
    going: 'Полис ресімделіп жатыр: дайын болғанда SMS жібереміз.',
    silent: (since) =>
      `Полис бірыңғай дерекқордың жауабын күтіп тұр${since && ` (${since} сәтінен бері)`}: өзіміз қайталап сұраймыз.`,
    checked: (since) =>
      `Полистің деректерін қосымша тексеріп жатырмыз${since && ` (${since} сәтінен бері)`}.`,
    orBack: 'Қайта төлемеңіз: полис ресімделмесе, ақша төленген тәсілмен толық қайтады.',
  },
  ru: {
    none: 'Заказа с такими контактами мы не нашли. Пришлите через сайт номер заказа, полиса или автомобиля.',
    unpaid: (number) =>
      `Заказ ${number} ещё не оплачен. Как только оплата поступит, полис придёт по SMS и на почту.`,
    issued: (number, policy) =>
      `По заказу ${number} оформлен полис ${policy}. Документы есть в личном кабинете.`,
    state: (number, state) => `Статус заказа ${number}: «${state}».`,
    paid: (number, at) => `Оплата заказа ${number} поступила ${at}.`,
    going: 'Полис оформляется: когда он будет готов, пришлём SMS.',
    silent: (since) =>
      `Полис ждёт ответа единой базы${since && ` с ${since}`}: мы повторяем запрос сами.`,
    checked: (since) => `Данные полиса проходят дополнительную проверку${since && ` с ${since}`}.`,
    orBack:
      'Второй раз платить не нужно: если оформить полис не удастся, деньги вернутся полностью.',
  },
}

/**
 * Returns a reply's words on its order (`{order}` of a template): its state, what prevents it and
 * since when. Names no list, and no system but the unified database.
 */
export function saleSaid(locale: Locale, of: SaleSaid | null): string {
  const t = words[locale]
  if (!of) return t.none
  const { number, state, policy, paidAt, obstacle } = of
  if (policy) return t.issued(number, policy)
  if (state === 'awaiting_payment') return t.unpaid(number)
  if (state !== 'paid' && state !== 'issuing') {
    const named: Record<string, string> = orderStates[locale]
    return named[state] ? t.state(number, named[state]) : t.none
  }
  const since = obstacle?.since ?? ''
  const why = !obstacle ? t.going : obstacle.what === 'silent' ? t.silent(since) : t.checked(since)
  return [paidAt ? t.paid(number, paidAt) : '', why, obstacle ? t.orBack : '']
    .filter(Boolean)
    .join(' ')
}
