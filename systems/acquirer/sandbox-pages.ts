import { formatMoney } from '#domain/format.ts'
import { defaultLocale, type Locale, languageNames, languageTag, locales } from '#domain/locale.ts'
import type { SandboxAnswer } from '../sandbox-kit.ts'
import type { Payment } from './sandbox-payments.ts'
import { type Binding, CHALLENGE_CODE, testCards } from './sandbox-payments.ts'

/** The words of the acquirer's pages. */

const words = {
  kz: {
    pay: 'Картамен төлеу',
    bind: 'Карта қосу',
    bindNote: 'Картадан ақша алынбайды.',
    merchant: 'Сатушы',
    pan: 'Карта нөмірі',
    expiry: 'Жарамдылық мерзімі',
    expiryHint: 'АА/ЖЖ',
    cvc: 'CVC / CVV',
    submitPay: 'Төлеу',
    submitBind: 'Картаны сақтау',
    cancel: 'Бас тарту',
    tests: 'Сынақ карталары',
    testsNote: 'Таңдаңыз: өрістер өздігінен толады.',
    approve: 'төленеді',
    challenge: `3-D Secure, код ${CHALLENGE_CODE}`,
    no_funds: 'қаражат жоқ',
    expired: 'мерзімі өткен',
    binds_only: 'сақталады, бірақ төленбейді',
    unknown: 'Бұл сынақ картасы емес. Төмендегі карталардың бірін таңдаңыз.',
    expiredCard: 'Картаның мерзімі өткен.',
    bad: 'Карта нөмірін, мерзімін және CVC кодын толық енгізіңіз.',
    code: 'SMS-тегі код',
    codeNote: (pan: string) => `Банк ${pan} картасы үшін код жіберді (сынақта: ${CHALLENGE_CODE}).`,
    confirm: 'Растау',
    wrongCode: 'Код қате. Қайта енгізіп көріңіз.',
    over: 'Бұл төлем аяқталған',
    back: 'Дүкенге оралу',
    missing: 'Мұндай бет жоқ',
    sandbox: 'Сынақ ортасы: нағыз карта енгізбеңіз.',
  },
  ru: {
    pay: 'Оплата картой',
    bind: 'Привязка карты',
    bindNote: 'Деньги с карты не списываются.',
    merchant: 'Получатель',
    pan: 'Номер карты',
    expiry: 'Срок действия',
    expiryHint: 'ММ/ГГ',
    cvc: 'CVC / CVV',
    submitPay: 'Оплатить',
    submitBind: 'Сохранить карту',
    cancel: 'Отказаться',
    tests: 'Тестовые карты',
    testsNote: 'Выберите – поля заполнятся сами.',
    approve: 'оплата пройдёт',
    challenge: `3-D Secure, код ${CHALLENGE_CODE}`,
    no_funds: 'нет средств',
    expired: 'срок истёк',
    binds_only: 'сохранится, но не оплатит',
    unknown: 'Это не тестовая карта. Выберите одну из карт ниже.',
    expiredCard: 'Срок действия карты истёк.',
    bad: 'Введите номер карты, срок действия и CVC полностью.',
    code: 'Код из SMS',
    codeNote: (pan: string) => `Банк отправил код для карты ${pan} (здесь: ${CHALLENGE_CODE}).`,
    confirm: 'Подтвердить',
    wrongCode: 'Неверный код. Попробуйте ещё раз.',
    over: 'Этот платёж уже завершён',
    back: 'Вернуться в магазин',
    missing: 'Такой страницы нет',
    sandbox: 'Тестовая среда: не вводите настоящую карту.',
  },
} as const
type Mistake = 'unknown' | 'bad' | 'expiredCard' | 'wrongCode'

/**
 * The acquirer's own pages: a card for a payment or for keeping, the 3-D Secure step, the end.
 * Plain forms, no script.
 */
export type Typed = { pan: string; expiry: string; cvc: string }

export type Shop = { merchant: string; locale: Locale; url: string }

/** The card form of a payment. */
export const payPage = (
  payment: Payment,
  shop: Shop,
  typed: Typed,
  mistake?: Mistake,
): SandboxAnswer =>
  page(shop, words[shop.locale].pay, [
    bill(shop, payment.description, payment.amount),
    cardForm(
      shop,
      `${words[shop.locale].submitPay} · ${formatMoney(payment.amount)}`,
      typed,
      mistake,
    ),
    testCardList(shop, ['binds_only']),
  ])

/** The card form for keeping a card. */
export const bindPage = (
  _binding: Binding,
  shop: Shop,
  typed: Typed,
  mistake?: Mistake,
): SandboxAnswer =>
  page(shop, words[shop.locale].bind, [
    `<p class="note">${words[shop.locale].bindNote}</p>`,
    cardForm(shop, words[shop.locale].submitBind, typed, mistake),
    testCardList(shop, ['challenge']),
  ])

/** The 3-D Secure step. */
export function challengePage(
  payment: Payment,
  shop: Shop,
  maskedPan: string,
  mistake?: Mistake,
): SandboxAnswer {
  const t = words[shop.locale]
  return page(shop, '3-D Secure', [
    bill(shop, payment.description, payment.amount),
    `<p class="note">${t.codeNote(html(maskedPan))}</p>`,
    `<form method="post">${error(shop, mistake)}
      <label>${t.code}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="4" required autofocus></label>
      <button>${t.confirm}</button><button class="quiet" name="cancel" value="1" formnovalidate>${t.cancel}</button></form>`,
  ])
}

/** Returns the page of a finished payment on a second visit. */
export const overPage = (shop: Shop, backUrl: string): SandboxAnswer =>
  page(
    shop,
    words[shop.locale].over,
    [`<a class="button" href="${html(backUrl)}">${words[shop.locale].back}</a>`],
    410,
  )

export const missingPage = (): SandboxAnswer =>
  page(
    { merchant: '', locale: defaultLocale, url: '' },
    locales.map((locale) => words[locale].missing).join(' · '),
    [],
    404,
  )

function cardForm(shop: Shop, submit: string, typed: Typed, mistake?: Mistake): string {
  const t = words[shop.locale]
  return `<form method="post">${error(shop, mistake)}
    <label>${t.pan}<input name="pan" inputmode="numeric" autocomplete="cc-number" placeholder="0000 0000 0000 0000" maxlength="23" value="${html(typed.pan)}" required></label>
    <div class="pair"><label>${t.expiry}<input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="${t.expiryHint}" maxlength="7" value="${html(typed.expiry)}" required></label>
    <label>${t.cvc}<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="000" maxlength="4" value="${html(typed.cvc)}" required></label></div>
    <button>${submit}</button><button class="quiet" name="cancel" value="1" formnovalidate>${t.cancel}</button></form>`
}

function testCardList(shop: Shop, without: readonly string[]): string {
  const t = words[shop.locale]
  const links = testCards.flatMap((card, index) =>
    without.includes(card.verdict)
      ? []
      : [
          `<a href="?card=${index}&amp;lang=${shop.locale}"><span>${html(spaced(card.pan))}</span><small>${t[card.verdict]}</small></a>`,
        ],
  )
  return `<section><h2>${t.tests}</h2><p class="note">${t.testsNote}</p><div class="cards">${links.join('')}</div></section>`
}

const bill = (shop: Shop, description: string, amount: number) =>
  `<dl><div><dt>${words[shop.locale].merchant}</dt><dd>${html(shop.merchant)}</dd></div><div><dt>${html(description)}</dt><dd class="sum">${formatMoney(amount)}</dd></div></dl>`

const error = (shop: Shop, mistake?: Mistake) =>
  mistake ? `<p class="error" role="alert">⚠ ${words[shop.locale][mistake]}</p>` : ''

export const spaced = (pan: string) => pan.replace(/(\d{4})(?=\d)/g, '$1 ')
const html = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

function page(shop: Shop, title: string, parts: string[], status = 200): SandboxAnswer {
  const others = locales.filter((locale) => locale !== shop.locale)
  const links = others.map(
    (locale) =>
      `<a href="?lang=${locale}" lang="${languageTag(locale)}">${languageNames[locale].whole}</a>`,
  )
  const body = `<!doctype html><html lang="${languageTag(shop.locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${html(title)}</title><style>${style}</style></head><body>
<header><strong>Sandbox Pay</strong>${links.join(' ')}</header>
<main><h1>${html(title)}</h1>${parts.join('\n')}</main><footer>${words[shop.locale].sandbox}</footer></body></html>`
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body,
  }
}

const style = `*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:flex;flex-direction:column;align-items:center;background:#eef1f5;color:#16202c;font:17px/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums}
header,main,footer{width:100%;max-width:30rem}header{display:flex;justify-content:space-between;align-items:baseline;padding:1rem 1.25rem}header a{color:#2b4c9b;padding:.5rem 0}
main{background:#fff;border-radius:16px;padding:1.5rem 1.25rem;box-shadow:0 1px 2px #0002,0 8px 24px #0001}h1{font-size:1.5rem;line-height:1.15;letter-spacing:-.01em;margin:0 0 1rem}h2{font-size:1rem;margin:0}
dl{margin:0 0 1.25rem;border-block:1px solid #dde3ea}dl div{display:flex;justify-content:space-between;gap:1rem;padding:.6rem 0}dl div+div{border-top:1px solid #dde3ea}dt{color:#526072}dd{margin:0;text-align:right}.sum{font-weight:700;font-size:1.2rem;white-space:nowrap}
form{display:grid;gap:1rem}label{display:grid;gap:.3rem;font-size:.95rem;color:#3a4757;align-content:end}.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
input{font:inherit;color:inherit;min-width:0;width:100%;padding:.7rem .8rem;border:1px solid #93a1b2;border-radius:10px;background:#fff;letter-spacing:.02em}input:focus-visible,a:focus-visible,button:focus-visible{outline:3px solid #2b4c9b;outline-offset:2px}
button,.button{font:inherit;font-weight:600;padding:.85rem 1rem;border:0;border-radius:12px;background:#2b4c9b;color:#fff;cursor:pointer;text-align:center;text-decoration:none;display:block}button.quiet{background:none;color:#2b4c9b;padding:.4rem}
.note{color:#526072;margin:.1rem 0 .8rem;font-size:.95rem}.error{margin:0;color:#a3211b;background:#fdeeed;border-radius:10px;padding:.7rem .8rem}section{margin-top:1.5rem;padding-top:1.25rem;border-top:1px solid #dde3ea}
.cards{display:grid;gap:.5rem}.cards a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.6rem .8rem;border:1px solid #dde3ea;border-radius:10px;color:inherit;text-decoration:none}.cards a:hover{border-color:#2b4c9b}.cards small{color:#526072;font-size:.9rem}
footer{padding:1rem 1.25rem 2rem;color:#526072;font-size:.9rem}@media(min-width:40rem){body{padding-top:2rem}main{padding:2rem}}`
