import { brand } from '#brand'
import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import { type Letter, type LetterWords, lettersOf } from './letter.ts'
import { sms } from './messages.ts'
import { dayOn, dayUntil } from './phrases.ts'

type Text = Localized
/** Facts for a message about a subscription; days and times are already written out. */
type Facts = {
  number: string
  address: string
  amount: string
  protectionFrom: string
  paidUntil: string
  billingOn: string
  /** The day a declined card is tried again; null: that was the last try. */
  againOn: string | null
  /** Not renewed because the last try of the card was declined too. */
  declined: boolean
  /** The refund went to a bank account, not to the card. */
  toAccount: boolean
  link: string
}
type LetterOf = (facts: Facts) => Localized<Letter>

const cabinet: Localized = { kz: 'Кабинетті ашу', ru: 'Открыть кабинет' }
const again: Localized = { kz: 'Қайта жазылу', ru: 'Оформить снова' }

/** Makes a letter of the words with one button below. */
const letter =
  (words: Localized<(facts: Facts) => LetterWords>, label = cabinet): LetterOf =>
  (facts) =>
    lettersOf(
      inEveryLanguage((locale) => {
        const { subject, blocks } = words[locale](facts)
        return { subject, blocks: [...blocks, { label: label[locale], link: facts.link }] }
      }),
    )

export const homeTexts = {
  purpose: (number: string): Text => ({
    kz: `${brand.name.kz}: Home жазылымы, ${number}`,
    ru: `${brand.name.ru}: подписка Home, ${number}`,
  }),
}

/** SMS of a subscription (glossary, rule 6: «Сіз», «Вы»). */
export const homeSms: Record<string, (facts: Facts) => Text> = {
  started: ({ protectionFrom, number, link }) => ({
    kz: `${brand.name.kz}: баспанаңыз сақтандырылды. Қорғаныстың басталуы: ${protectionFrom}. Полис ${number}: ${link}`,
    ru: `${brand.name.ru}: Ваше жильё застраховано. Защита начнётся ${protectionFrom}. Полис ${number}: ${link}`,
  }),
  papers: ({ number, link }) => ({
    kz: `${brand.name.kz}: Home полисіңіз ${number}. Құжаттар: ${link}`,
    ru: `${brand.name.ru}: Ваш полис Home ${number}. Документы: ${link}`,
  }),
  not_issued: ({ amount }) => ({
    kz: `${brand.name.kz}: Home жазылымы ресімделмеді. ${amount} картаңызға қайтарылады. Байланыс орталығы: ${brand.callCentre}`,
    ru: `${brand.name.ru}: подписка Home не оформлена. Вернём ${amount} на карту. Контакт-центр: ${brand.callCentre}`,
  }),
  /** As of any other sale. */
  delayed: () => sms.delayed(),
  next_year: ({ number, link }) => ({
    kz: `${brand.name.kz}: баспанаңызды сақтандыру шарты тағы бір жылға ұзартылды. Жаңа полис ${number}: ${link}`,
    ru: `${brand.name.ru}: договор страхования Вашего жилья продлён ещё на год. Новый полис ${number}: ${link}`,
  }),
  refunded: ({ amount, toAccount }) =>
    toAccount
      ? {
          kz: `${brand.name.kz}: ${amount} банк шотына аударылды.`,
          ru: `${brand.name.ru}: ${amount} переведено на банковский счёт.`,
        }
      : {
          kz: `${brand.name.kz}: ${amount} картаңызға қайтарылды.`,
          ru: `${brand.name.ru}: ${amount} возвращено на Вашу карту.`,
        },
  renewed: ({ amount, paidUntil, billingOn }) => ({
    kz: `${brand.name.kz}: Home жазылымы үшін ${amount} төленді. Төленген кезеңнің соңғы күні: ${paidUntil}. Келесі төлем күні: ${billingOn}.`,
    ru: `${brand.name.ru}: оплачено ${amount} за подписку Home. Защита действует ${dayUntil.ru(paidUntil)}. Следующее списание: ${billingOn}.`,
  }),
  charge_failed: ({ amount, againOn, paidUntil, link }) => ({
    kz: againOn
      ? `${brand.name.kz}: Home жазылымы үшін ${amount} алынбады. ${dayOn.kz(againOn)} қайталаймыз. Картаңызды тексеріңіз: ${link}`
      : `${brand.name.kz}: Home жазылымы үшін картадан ${amount} алынбады. Қорғаныстың соңғы күні: ${paidUntil}.`,
    ru: againOn
      ? `${brand.name.ru}: не удалось списать ${amount} за подписку Home. Повторим ${againOn}. Проверьте карту: ${link}`
      : `${brand.name.ru}: не удалось списать ${amount} за подписку Home. Защита действует ${dayUntil.ru(paidUntil)}.`,
  }),
  no_card: ({ amount, billingOn, paidUntil, link }) => ({
    kz: `${brand.name.kz}: ${dayOn.kz(billingOn)} Home үшін ${amount} алынады, карта жоқ. Қорғаныстың соңғы күні: ${paidUntil}. ${link}`,
    ru: `${brand.name.ru}: ${billingOn} спишем ${amount} за Home, а карты нет. ${paidUntil} – последний день защиты. ${link}`,
  }),
  card_ending: ({ amount, billingOn, link }) => ({
    kz: `${brand.name.kz}: ${dayOn.kz(billingOn)} Home төлемі, ${amount}. Карта мерзімі одан бұрын бітеді. Жаңасын қосыңыз: ${link}`,
    ru: `${brand.name.ru}: ${billingOn} спишем ${amount} за Home, но срок карты истечёт раньше. Добавьте новую: ${link}`,
  }),
  not_renewed: ({ declined, amount, paidUntil, link }) => {
    const after = {
      kz: `Қорғаныстың соңғы күні: ${paidUntil}. ${link}`,
      ru: `Последний день защиты: ${paidUntil}. ${link}`,
    }
    return declined
      ? {
          kz: `${brand.name.kz}: ${amount} алынбады, Home жазылымы ұзартылмады. ${after.kz}`,
          ru: `${brand.name.ru}: не снято ${amount}, подписка Home не продлена. ${after.ru}`,
        }
      : {
          kz: `${brand.name.kz}: Home жазылымы ұзартылмады. ${after.kz}`,
          ru: `${brand.name.ru}: подписка Home не продлена. ${after.ru}`,
        }
  },
  year_not_issued: ({ amount, paidUntil }) => ({
    kz: `${brand.name.kz}: Home келесі жылға ресімделмеді. ${amount} картаңызға қайтарылады. Қорғаныстың соңғы күні: ${paidUntil}. Байланыс орталығы: ${brand.callCentre}`,
    ru: `${brand.name.ru}: договор Home на следующий год не оформлен. Вернём ${amount} на карту. Последний день защиты: ${paidUntil}. Контакт-центр: ${brand.callCentre}`,
  }),
  cancelled: ({ paidUntil }) => ({
    kz: `${brand.name.kz}: Home жазылымынан бас тартылды. Қорғаныстың соңғы күні: ${paidUntil}. Картадан енді ақша алынбайды.`,
    ru: `${brand.name.ru}: подписка Home отменена. Защита действует ${dayUntil.ru(paidUntil)}, деньги больше не списываются.`,
  }),
}

/** Letters, if the client has an e-mail; the others get an SMS only. */
export const homeLetters: Record<string, LetterOf> = {
  started: letter({
    kz: ({ number, address, protectionFrom, amount, billingOn }) => ({
      subject: `Home полисіңіз: ${number}`,
      blocks: [
        'Баспанаңыз сақтандырылды.',
        [
          ['Полис нөмірі', number],
          ['Мекенжай', address],
          ['Қорғаныстың басталуы', protectionFrom],
          ['Айлық төлем', amount],
          ['Келесі төлем күні', billingOn],
        ],
        'Полис хатқа қоса берілді.',
      ],
    }),
    ru: ({ number, address, protectionFrom, amount, billingOn }) => ({
      subject: `Ваш полис Home: ${number}`,
      blocks: [
        'Ваше жильё застраховано.',
        [
          ['Номер полиса', number],
          ['Адрес', address],
          ['Начало защиты', protectionFrom],
          ['Ежемесячный платёж', amount],
          ['Следующее списание', billingOn],
        ],
        'Полис приложен к письму.',
      ],
    }),
  }),
  papers: letter({
    kz: ({ number, address }) => ({
      subject: `Home полисіңіз: ${number}`,
      blocks: [
        [
          ['Полис нөмірі', number],
          ['Мекенжай', address],
        ],
        'Полис хатқа қоса берілді.',
      ],
    }),
    ru: ({ number, address }) => ({
      subject: `Ваш полис Home: ${number}`,
      blocks: [
        [
          ['Номер полиса', number],
          ['Адрес', address],
        ],
        'Полис приложен к письму.',
      ],
    }),
  }),
  next_year: letter({
    kz: ({ number, address, paidUntil, billingOn }) => ({
      subject: `Жаңа Home полисіңіз: ${number}`,
      blocks: [
        'Сақтандыру шарты тағы бір жылға ұзартылды.',
        [
          ['Жаңа полис нөмірі', number],
          ['Мекенжай', address],
          ['Төленген кезеңнің соңғы күні', paidUntil],
          ...(billingOn ? [['Келесі төлем күні', billingOn] as const] : []),
        ],
        'Полис хатқа қоса берілді.',
      ],
    }),
    ru: ({ number, address, paidUntil, billingOn }) => ({
      subject: `Ваш новый полис Home: ${number}`,
      blocks: [
        'Договор страхования продлён ещё на год.',
        [
          ['Номер нового полиса', number],
          ['Адрес', address],
          ['Последний оплаченный день', paidUntil],
          ...(billingOn ? [['Следующее списание', billingOn] as const] : []),
        ],
        'Полис приложен к письму.',
      ],
    }),
  }),
  not_renewed: letter(
    {
      kz: ({ declined, amount, address, paidUntil }) => ({
        subject: 'Home жазылымы ұзартылмады',
        blocks: [
          `${declined ? `Картадан ${amount} алынбады. ` : ''}Жазылым ұзартылмады.`,
          [
            ['Мекенжай', address],
            ['Қорғаныстың соңғы күні', paidUntil],
          ],
          'Қорғаныс аяқталған соң қайта жазыла аласыз.',
        ],
      }),
      ru: ({ declined, amount, address, paidUntil }) => ({
        subject: 'Подписка Home не продлена',
        blocks: [
          `${declined ? `Не удалось списать ${amount} с карты. ` : ''}Подписка не продлена.`,
          [
            ['Адрес', address],
            ['Последний день защиты', paidUntil],
          ],
          'Когда защита закончится, подписку можно оформить снова.',
        ],
      }),
    },
    again,
  ),
  cancelled: letter({
    kz: ({ address, paidUntil }) => ({
      subject: 'Home жазылымынан бас тартылды',
      blocks: [
        'Өтінішіңіз бойынша жазылымнан бас тартылды.',
        [
          ['Мекенжай', address],
          ['Қорғаныстың соңғы күні', paidUntil],
        ],
        'Картадан енді ақша алынбайды.',
      ],
    }),
    ru: ({ address, paidUntil }) => ({
      subject: 'Подписка Home отменена',
      blocks: [
        'Подписка отменена по Вашей просьбе.',
        [
          ['Адрес', address],
          ['Последний день защиты', paidUntil],
        ],
        'Деньги с карты больше не списываются.',
      ],
    }),
  }),
}
