import { brand } from '#brand'
import { formatMoney } from '#domain/format.ts'
import { defaultLocale, type Locale, type Localized } from '#domain/locale.ts'
import { type Block, letterOf } from './letter.ts'
import { vehicleTypes } from './vehicle-types.ts'

type Person = {
  /** The request's number as given to the person. */
  number: string
  name: string
  phone: string
  email: string
  text: string
  locale: Locale
  /** The minute it was written, in Almaty. */
  at: string
}
type Organisation = {
  bin: string
  name: string
  address: string
  region: Localized
  settlement: 'CITY' | 'OTHER'
  carriage: boolean
  plates: readonly string[]
  groups: readonly {
    vehicleType: string
    over: boolean
    count: number
    each: number
    sum: number
  }[]
  total: number
}
/** A request for the contact desk, as the letter about it needs it. */
export type Letter = Person & {
  /** When to call, in Almaty; null if no call was requested. */
  call: { from: string; until: string | null } | null
  organisation: Organisation | null
}

const languages = { kz: 'қазақша / казахский', ru: 'орысша / русский' }

/** Returns the letter to our own office, in both languages: any colleague on duty may read it. */
export const feedbackLetter = (letter: Letter) =>
  letterOf(defaultLocale, {
    subject: `${brand.name.kz}: ${subjectOf(letter)}`,
    blocks: [
      [
        ['Нөмірі / Номер', letter.number],
        ...(letter.call ? [['Қоңырау шалу / Перезвонить', whenOf(letter.call)] as const] : []),
        ...(letter.name ? [['Аты / Имя', letter.name] as const] : []),
        ['Телефон', `+${letter.phone}`],
        ...(letter.email ? [['Электрондық пошта / Эл. почта', letter.email] as const] : []),
        ['Тілі / Язык', languages[letter.locale]],
        ['Уақыты / Время', letter.at],
      ],
      ...(letter.organisation ? organisationBlocks(letter.organisation) : []),
      ...(letter.text ? [letter.text] : []),
    ],
  })

const subjectOf = ({ name, phone, call, organisation }: Letter): string => {
  if (organisation) return `шот сұрайды / запрос счёта – ${organisation.name}`
  if (call) return `қоңырау шалу / перезвонить – ${name || `+${phone}`}`
  return `хабарлама / сообщение – ${name}`
}

const whenOf = ({ from, until }: NonNullable<Letter['call']>): string =>
  until ? `${from}–${until.slice(11)}` : `мүмкіндігінше тез / как можно скорее (${from})`

const typeOf = (code: string): string => {
  const type = vehicleTypes.find((one) => one.code === code)
  return type ? `${type.kz} / ${type.ru}` : code
}

const organisationBlocks = (of: Organisation): Block[] => [
  [
    ['Ұйым / Организация', of.name],
    ['БСН / БИН', of.bin],
    ...(of.address ? [['Пошталық мекенжай / Почтовый адрес', of.address] as const] : []),
    [
      'Тіркеу орны / Место регистрации',
      `${of.region.kz} / ${of.region.ru}, ${
        of.settlement === 'CITY' ? 'қала / город' : 'басқа елді мекен / другой населённый пункт'
      }`,
    ],
  ],
  ...(of.carriage
    ? ['Жалға беру, лизинг, автобус немесе такси / Прокат, лизинг, автобусы или такси']
    : []),
  [
    ...of.groups.map(
      ({ vehicleType, over, count, each, sum }) =>
        [
          `${typeOf(vehicleType)}, ${over ? '> 7' : '≤ 7'} жыл / лет`,
          `${count} × ${formatMoney(each)} = ${formatMoney(sum)}`,
        ] as const,
    ),
    ['Барлығы / Итого', formatMoney(of.total)],
    ...(of.plates.length > 0
      ? [['Мемлекеттік нөмірлер / Госномера', of.plates.join(', ')] as const]
      : []),
  ],
]
