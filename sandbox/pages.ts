import { almatyClock } from '#domain/calendar.ts'
import { colours } from '#domain/colours.ts'
import { formatMoney } from '#domain/format.ts'
import { defaultLocale, type Localized, languageTag, locales } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import { type Invoice, type InvoiceStatus, invoiceStatus } from '#systems/bank/sandbox.ts'
import { mailsOf, type StoredMail } from '#systems/mail/sandbox.ts'
import { brand } from '../brand.ts'
import { statementFiles, statementMonths } from './statements.ts'
import type { SandboxWorld } from './world.ts'

/** The frame of the sandbox's pages in the product's colours, light and dark. */

export const text = (source: string) =>
  source.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

export const layout = ({
  title,
  main,
  live = false,
}: {
  title: string
  main: string
  live?: boolean
}) => `<!doctype html>
<html lang="${languageTag(defaultLocale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} · ${text(brand.latin)}</title><link rel="stylesheet" href="/sandbox.css">${live ? '<script src="/live.js" defer></script>' : ''}</head>
<body><header><a href="/" class="home"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 29V15c0-7-4-11-8-11-4.500 0-6.500 3.500-5.500 6.500 1 3 5.500 3 6 .5.300-2-1.500-2.500-2-1.500M16 15c0-7 4-11 8-11 4.500 0 6.500 3.500 5.500 6.500-1 3-5.500 3-6 .5-.300-2 1.500-2.500 2-1.500" fill="none" stroke="currentColor" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round"/></svg> ${text(brand.latin)} · sandbox</a></header>
<main><h1>${text(title)}</h1><div id="live">${main}</div></main></body></html>`

/**
 * Requests the page every two seconds and replaces what has changed; leaves a focused control
 * alone.
 */
export const liveScript = `const live = document.getElementById('live')
const talk = () => document.querySelector('.talk')
const toEnd = () => { const box = talk(); if (box) box.scrollTop = box.scrollHeight }
let shown = live.innerHTML
toEnd()
setInterval(async () => {
  if (document.hidden || live.querySelector('input:focus, button:active')) return
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
    const fresh = page.getElementById('live').innerHTML
    if (fresh === shown) return
    shown = fresh
    live.innerHTML = fresh
    toEnd()
  } catch {}
}, 2000)
`

/** A text in every language, the first one loud. */
const both = (about?: Localized) =>
  about
    ? locales
        .map((locale, at) => {
          const quiet = at > 0 ? ' class="quiet"' : ''
          return `<p${quiet} lang="${languageTag(locale)}">${text(about[locale])}</p>`
        })
        .join('')
    : ''

/** Almaty's hour and minute, with the date. */
export const clock = (iso: string) =>
  almatyClock(new Date(iso)).replace(/^\d{4}-(\d\d)-(\d\d)T(\d\d:\d\d).*$/, '$2.$1 $3')

/** Returns text with clickable addresses and its own line breaks. */
export const linked = (source: string) =>
  source
    .split(/(https?:\/\/[^\s<>"«»]+[^\s<>"«».,;:!?)])/)
    .map((piece, index) =>
      index % 2
        ? `<a href="${text(piece)}">${text(piece)}</a>`
        : text(piece).replaceAll('\n', '<br>'),
    )
    .join('')

/**
 * Pages for a person: people, the virtual phone, the mailbox. Both languages are side by side;
 * plain forms do everything.
 */

export function homePage(world: SandboxWorld): string {
  const people = [...world.people.values()].map(
    (
      person,
    ) => `<li class="card"><a class="who" href="/phone/${person.phone}">${text(`${person.surname} ${person.name} ${person.patronymic}`.trim())}</a>
      <p class="ids"><span>${person.iin}</span> <span>${formatPhone(person.phone)}</span>${
        person.driverLicence ? ` <span>${text(person.driverLicence.number)}</span>` : ''
      }</p>${both(person.about)}</li>`,
  )
  const vehicles = [...world.vehicles.values()].map(
    (
      vehicle,
    ) => `<li class="card"><strong class="plate">${text(vehicle.plate)}</strong> <span>${text(`${vehicle.make} ${vehicle.model}`)}, ${vehicle.year}</span>
      <p class="ids"><span>${text(vehicle.techPassport)}</span></p>${both(vehicle.about)}</li>`,
  )
  const mailboxes = [
    ...new Set([...world.store<StoredMail>('mail').values()].flatMap(({ to }) => to)),
  ]
  return layout({
    title: 'Сынақ ортасы · Песочница',
    main: `${locales.map((locale) => `<p class="lead" lang="${languageTag(locale)}">${text(lead[locale])}</p>`).join('')}
      <form class="row" action="/phone" method="get"><label>Телефон<input name="number" inputmode="tel" placeholder="+7 701 000 00 01" required></label><button>Ашу · Открыть</button></form>
      <h2>Адамдар · Люди</h2><ul class="grid">${people.join('')}</ul>
      <h2>Көліктер · Автомобили</h2><ul class="grid">${vehicles.join('')}</ul>
      <h2>Пошта · Почта</h2>${
        mailboxes.length
          ? `<ul class="lines">${mailboxes.map((address) => `<li><a href="/mailbox/${encodeURIComponent(address)}">${text(address)}</a></li>`).join('')}</ul>`
          : '<p class="quiet">Әзірге хат жоқ · Писем пока нет</p>'
      }
      <h2>Банк · Банк</h2><p class="quiet ids"><a href="/bank">Үзінді көшірмелер мен тізілімдер · Выписки и реестры</a></p>
      <h2>Серіктес · Партнёр</h2><p class="quiet ids"><a href="/partner">Серіктес қосымшасы · Приложение партнёра</a></p>
      <h2>Басқару · Управление</h2><p class="quiet ids"><a href="/control/people">/control/people</a> <a href="/control/vehicles">/control/vehicles</a> <a href="/control/journal">/control/journal</a> <a href="/control/clock">/control/clock</a> <a href="/control/faults">/control/faults</a></p>`,
  })
}

const lead: Localized = {
  kz: `Мұнда ${brand.name.kz} сайтының сыртындағы жүйелердің бәрі ойдан шығарылған. Адамды таңдап, оның телефонын ашыңыз: SMS, 1414 сұраулары, банк шоттары сонда.`,
  ru: `Здесь все внешние системы сайта ${brand.name.ru} ненастоящие. Выберите человека и откройте его телефон: там SMS, вопросы 1414 и счета банка.`,
}

const faces = (
  [
    ['cyrillic-ext', 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F'],
    ['cyrillic', 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116'],
    ['latin-ext', 'U+0100-02BA,U+20A0-20C0,U+2113'],
    ['latin', 'U+0000-00FF,U+2000-206F,U+20AC,U+2122,U+2212'],
  ] as const
).map(
  ([name, range]) =>
    `@font-face{font-family:Golos;font-display:swap;font-weight:400 900;src:url(/font/${name}.woff2) format('woff2');unicode-range:${range}}`,
)
export const fontNames: readonly string[] = ['cyrillic-ext', 'cyrillic', 'latin-ext', 'latin']

/** The broker's colours; `--out` is the ground of what the phone's owner says. */
const coloursOf = (of: Readonly<Record<string, string>>, out: string): string =>
  `:root{color-scheme:light dark;${Object.entries(of)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')};--out:${out}}`

export const styles = `${faces.join('\n')}
${coloursOf(colours.light, '#dcefec')}
@media(prefers-color-scheme:dark){${coloursOf({ ...colours.light, ...colours.dark }, '#17403f')}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.45 Golos,system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
header,main{max-width:72rem;margin:0 auto;padding:0 16px}header{padding-block:16px}.home{display:inline-flex;align-items:center;gap:8px;color:inherit;text-decoration:none;font-weight:600}.home svg{color:var(--brand)}
h1{font-size:clamp(1.7rem,5vw,2.4rem);line-height:1.1;letter-spacing:-.02em;margin:16px 0}h2{font-size:1.25rem;letter-spacing:-.01em;margin:40px 0 12px}p{margin:0 0 4px}main{padding-bottom:64px}
a{color:var(--brand)}:focus-visible{outline:3px solid var(--brand);outline-offset:2px;border-radius:4px}.quiet,.from{color:var(--ink-soft)}.lead{max-width:44rem;margin-bottom:8px}.lead+.lead{color:var(--ink-soft)}
ul{list-style:none;margin:0;padding:0}.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:12px}.card{background:var(--card);border-radius:12px;padding:16px;box-shadow:0 1px 2px #0001,0 2px 12px #0000000d}
.grid .card p{font-size:.95rem}.who{font-weight:600;font-size:1.05rem}.ids{display:flex;flex-wrap:wrap;gap:0 14px;color:var(--ink-soft);font-size:.95rem}.plate{border:1.5px solid currentColor;border-radius:6px;padding:1px 8px;letter-spacing:.04em}
form{margin:0}.row{display:flex;flex-wrap:wrap;gap:8px;align-items:end;margin-top:24px;max-width:30rem}.row label{flex:1 1 12rem;display:grid;gap:4px;color:var(--ink-soft);font-size:.95rem}
input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--ink-soft);border-radius:12px;padding:10px 14px;width:100%;min-height:48px}button{font:inherit;font-weight:600;min-height:48px;padding:10px 18px;border-radius:12px;border:1.5px solid var(--brand);background:var(--brand);color:var(--on-brand);cursor:pointer}button.second{background:none;color:var(--brand)}
.owner{display:flex;flex-wrap:wrap;gap:0 12px;margin-bottom:16px}#live:has(.phone){display:grid;grid-template-columns:minmax(0,1fr);gap:0 32px;align-items:start}.owner{grid-column:1/-1}
.phone{background:var(--card);border-radius:20px;box-shadow:0 1px 2px #0001,0 2px 12px #0000000d;display:flex;flex-direction:column;overflow:hidden}.talk{padding:16px;display:flex;flex-direction:column;gap:12px;max-height:62dvh;min-height:240px;overflow-y:auto}.empty{margin:auto;text-align:center}
.bubble{max-width:88%;padding:10px 14px;border-radius:16px;border:1px solid var(--line)}.bubble p{margin:0}.bubble .from{font-size:.85rem}.bubble.in{align-self:flex-start;border-bottom-left-radius:4px}.bubble.out{align-self:flex-end;background:var(--out);border-color:transparent;border-bottom-right-radius:4px}
.answer,.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px}.answer{padding:12px 16px 16px;border-top:1px solid var(--line)}.answer p{grid-column:1/-1;color:var(--ink-soft);font-size:.95rem}
.bank h2{margin-top:32px}.invoice{border-left:4px solid var(--accent);margin-bottom:12px}.invoice p{margin-bottom:12px}.sum{font-size:1.2rem;white-space:nowrap}.pair{grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))}.lines li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:10px 0;border-bottom:1px solid var(--line)}
.state.paid,.state.refunded{color:var(--success)}.state.rejected,.state.expired{color:var(--danger)}.wallet{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;margin-top:16px}.wallet p{margin:0}.lines+.wallet{border:0}
.mail{margin-bottom:16px;max-width:48rem}.mail h2{margin:0 0 4px}.body{margin:12px 0}.files{border-top:1px solid var(--line);padding-top:8px}
@media(min-width:60rem){#live:has(.phone){grid-template-columns:minmax(0,30rem) minmax(0,1fr)}.bank h2{margin-top:0}}
`

/** One bill, as the bank's application opens it by a link. */
export function billPage(world: SandboxWorld, invoice: Invoice): string {
  const status = invoiceStatus(invoice, world.now())
  return layout({
    title: 'Мобильді банк · Мобильный банк',
    live: true,
    main: `<section class="bank">${
      status === 'awaiting'
        ? openBill(invoice, `/bill/${invoice.id}`)
        : `<ul class="lines">${settledLine(invoice, status)}</ul>`
    }</section>`,
  })
}

export const openBill = (
  invoice: Invoice,
  path: string,
) => `<div class="card invoice"><p><strong class="sum">${formatMoney(invoice.amount)}</strong><br>${text(invoice.comment)}</p>
        <form method="post" class="pair"><button formaction="${path}/pay">Төлеу · Оплатить</button><button class="second" formaction="${path}/reject">Бас тарту · Отклонить</button></form></div>`

const states = {
  awaiting: 'күтілуде · ожидает',
  paid: '✓ төленді · оплачен',
  rejected: '✕ бас тартылды · отклонён',
  expired: '✕ мерзімі өтті · истёк',
  refunded: '↩ қайтарылды · возвращён',
  cancelled: '✕ кері қайтарып алынды · отозван',
} as const satisfies Record<InvoiceStatus, string>

export const settledLine = (invoice: Invoice, status: InvoiceStatus) =>
  `<li><span class="sum">${formatMoney(invoice.amount)}</span> <span class="state ${status}">${states[status]}</span></li>`

/** One letter as a program that shows HTML shows it. */
export const mailPage = (world: SandboxWorld, address: string, id: string): string =>
  mailsOf(world, address).find((mail) => mail.id === id)?.html ?? ''

/** The letters of an address. */
export function mailboxPage(world: SandboxWorld, address: string): string {
  const mails = mailsOf(world, address).map(
    (
      mail,
    ) => `<article class="card mail"><h2>${text(mail.subject)}</h2><p class="quiet"><time>${clock(mail.at)}</time> · ${text(mail.from)}</p>
      <div class="body">${linked(mail.text)}</div>${
        mail.html
          ? `<p><a href="/mailbox/${encodeURIComponent(address)}/${mail.id}">HTML</a></p>`
          : ''
      }${
        mail.attachments.length
          ? `<ul class="files">${mail.attachments.map(({ name, size }) => `<li>→ ${text(name)} <span class="quiet">${Math.max(1, Math.round(size / 1024))} КБ</span></li>`).join('')}</ul>`
          : ''
      }</article>`,
  )
  return layout({
    title: address,
    live: true,
    main: mails.join('') || '<p class="quiet">Әзірге хат жоқ · Писем пока нет</p>',
  })
}

/** Statements and registers of the bank by month, for an accountant. */
export function bankPage(world: SandboxWorld): string {
  const months = statementMonths(world).map((month) => {
    const files = statementFiles(world, month).map(
      ({ name, about }) =>
        `<li><a href="/bank/${month}/${name}" download>${text(name)}</a>${both(about)}</li>`,
    )
    return `<h2>${month.slice(5)}.${month.slice(0, 4)}</h2><ul class="lines">${files.join('')}</ul>`
  })
  return layout({
    title: 'Үзінді көшірмелер · Выписки',
    main: months.join('') || '<p class="quiet">Әзірге төлем жоқ · Платежей пока нет</p>',
  })
}
