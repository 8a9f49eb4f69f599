import { brand } from '#brand'
import { almatyClock } from '#domain/calendar.ts'
import { formatMoney } from '#domain/format.ts'
import { type Localized, languageTag, locales } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import { type Invoice, type InvoiceStatus, invoiceStatus } from '#systems/bank/sandbox-bills.ts'
import { mailsOf, type StoredMail } from '#systems/mail/sandbox.ts'
import { layout, text } from './layout.ts'
import type { SandboxWorld } from './world.ts'

/**
 * Pages for a person: who there is, the virtual phone, the mailbox. Both languages stand side by
 * side; plain forms do everything.
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
      <h2>Серіктес · Партнёр</h2><p class="quiet ids"><a href="/partner">Серіктес қосымшасы · Приложение партнёра</a></p>
      <h2>Басқару · Управление</h2><p class="quiet ids"><a href="/control/people">/control/people</a> <a href="/control/vehicles">/control/vehicles</a> <a href="/control/journal">/control/journal</a> <a href="/control/clock">/control/clock</a> <a href="/control/faults">/control/faults</a></p>`,
  })
}

const lead: Localized = {
  kz: `Мұнда ${brand.name.kz} сайтының сыртындағы жүйелердің бәрі ойдан шығарылған. Адамды таңдап, оның телефонын ашыңыз: SMS, 1414 сұраулары, банк шоттары сонда.`,
  ru: `Здесь все внешние системы сайта ${brand.name.ru} ненастоящие. Выберите человека и откройте его телефон: там SMS, вопросы 1414 и счета банка.`,
}

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

export function mailboxPage(world: SandboxWorld, address: string): string {
  const mails = mailsOf(world, address).map(
    (
      mail,
    ) => `<article class="card mail"><h2>${text(mail.subject)}</h2><p class="quiet"><time>${clock(mail.at)}</time> · ${text(mail.from)}</p>
      <div class="body">${linked(mail.text)}</div>${
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

/** Text with its addresses made clickable and its lines kept. */
export const linked = (source: string) =>
  source
    .split(/(https?:\/\/[^\s<>"«»]+[^\s<>"«».,;:!?)])/)
    .map((piece, index) =>
      index % 2
        ? `<a href="${text(piece)}">${text(piece)}</a>`
        : text(piece).replaceAll('\n', '<br>'),
    )
    .join('')
