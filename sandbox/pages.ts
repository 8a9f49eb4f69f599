import { brand } from '#brand'
import { type Localized, languageTag, locales } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import type { StoredMail } from '#systems/mail/sandbox.ts'
import { layout, text } from './layout.ts'
import { both } from './page-words.ts'
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
