import type { Localized } from '#domain/locale.ts'
import { brand } from '../brand.ts'
import { dayOn } from './phrases.ts'

/** The one SMS about a policy bought elsewhere; its link leads to buying and to stopping. */
export const reminderElsewhere = (of: { plate: string; end: string; link: string }): Localized => ({
  kz: `${brand.name.kz}: ${of.plate} нөмірлі көліктің полисі ${dayOn.kz(of.end)} аяқталады. Жаңасын алу, бас тарту: ${of.link}`,
  ru: `${brand.name.ru}: полис на ${of.plate} заканчивается ${dayOn.ru(of.end)}. Купить или отписаться: ${of.link}`,
})
