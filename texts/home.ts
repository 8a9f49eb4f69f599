import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { dayOn, dayUntil } from './phrases.ts'

type Text = Record<Locale, string>
/** What a message about a subscription may name; days and times are already written out. */
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
type Letter = (facts: Facts) => Record<Locale, { subject: string; text: string }>

const letter =
  (
    kz: (facts: Facts) => { subject: string; text: string },
    ru: (facts: Facts) => { subject: string; text: string },
  ): Letter =>
  (facts) => ({
    kz: {
      subject: kz(facts).subject,
      text: `Сәлеметсіз бе!\n\n${kz(facts).text}\n\n${facts.link}\n\n${brand.legalName.kz}`,
    },
    ru: {
      subject: ru(facts).subject,
      text: `Здравствуйте!\n\n${ru(facts).text}\n\n${facts.link}\n\n${brand.legalName.ru}`,
    },
  })

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
    kz: `${brand.name.kz}: ${dayOn.kz(billingOn)} Home төлемі, ${amount}. Карта жоқ. Қорғаныстың соңғы күні: ${paidUntil}. ${link}`,
    ru: `${brand.name.ru}: ${billingOn} оплата Home, ${amount}, но карты нет. Последний день защиты: ${paidUntil}. ${link}`,
  }),
  card_ending: ({ amount, billingOn, link }) => ({
    kz: `${brand.name.kz}: ${dayOn.kz(billingOn)} Home төлемі, ${amount}. Карта мерзімі одан бұрын бітеді. Жаңасын қосыңыз: ${link}`,
    ru: `${brand.name.ru}: ${billingOn} оплата Home, ${amount}, а срок Вашей карты закончится раньше. Добавьте карту: ${link}`,
  }),
  not_renewed: ({ declined, amount, paidUntil, link }) => {
    const after = {
      kz: `Қорғаныстың соңғы күні: ${paidUntil}. ${link}`,
      ru: `Последний день защиты: ${paidUntil}. ${link}`,
    }
    return declined
      ? {
          kz: `${brand.name.kz}: ${amount} алынбады, Home ұзартылмады. ${after.kz}`,
          ru: `${brand.name.ru}: не удалось списать ${amount}, Home не продлён. ${after.ru}`,
        }
      : {
          kz: `${brand.name.kz}: Home жазылымы ұзартылмады. ${after.kz}`,
          ru: `${brand.name.ru}: подписка Home не продлена. ${after.ru}`,
        }
  },
  cancelled: ({ paidUntil }) => ({
    kz: `${brand.name.kz}: Home жазылымынан бас тартылды. Қорғаныстың соңғы күні: ${paidUntil}. Картадан енді ақша алынбайды.`,
    ru: `${brand.name.ru}: подписка Home отменена. Защита действует ${dayUntil.ru(paidUntil)}, деньги больше не списываются.`,
  }),
}

/** Letters, where the client has an e-mail; the others are told by SMS alone. */
export const homeLetters: Record<string, Letter> = {
  started: letter(
    ({ number, address, protectionFrom, amount, billingOn }) => ({
      subject: `Home полисіңіз: ${number}`,
      text: `Баспанаңыз сақтандырылды.\n\nПолис нөмірі: ${number}\nМекенжай: ${address}\nҚорғаныстың басталуы: ${protectionFrom}\nАйлық төлем: ${amount}\nКелесі төлем күні: ${billingOn}\n\nПолис хатқа қоса берілді.`,
    }),
    ({ number, address, protectionFrom, amount, billingOn }) => ({
      subject: `Ваш полис Home: ${number}`,
      text: `Ваше жильё застраховано.\n\nНомер полиса: ${number}\nАдрес: ${address}\nНачало защиты: ${protectionFrom}\nПлатёж в месяц: ${amount}\nСледующее списание: ${billingOn}\n\nПолис приложен к письму.`,
    }),
  ),
  papers: letter(
    ({ number, address }) => ({
      subject: `Home полисіңіз: ${number}`,
      text: `Полис нөмірі: ${number}\nМекенжай: ${address}\n\nПолис хатқа қоса берілді.`,
    }),
    ({ number, address }) => ({
      subject: `Ваш полис Home: ${number}`,
      text: `Номер полиса: ${number}\nАдрес: ${address}\n\nПолис приложен к письму.`,
    }),
  ),
  next_year: letter(
    ({ number, address, paidUntil, billingOn }) => ({
      subject: `Жаңа Home полисіңіз: ${number}`,
      text: `Сақтандыру шарты тағы бір жылға ұзартылды.\n\nЖаңа полис нөмірі: ${number}\nМекенжай: ${address}\nТөленген кезеңнің соңғы күні: ${paidUntil}${billingOn ? `\nКелесі төлем күні: ${billingOn}` : ''}\n\nПолис хатқа қоса берілді.`,
    }),
    ({ number, address, paidUntil, billingOn }) => ({
      subject: `Ваш новый полис Home: ${number}`,
      text: `Договор страхования продлён ещё на год.\n\nНомер нового полиса: ${number}\nАдрес: ${address}\nПоследний оплаченный день: ${paidUntil}${billingOn ? `\nСледующее списание: ${billingOn}` : ''}\n\nПолис приложен к письму.`,
    }),
  ),
  not_renewed: letter(
    ({ declined, amount, address, paidUntil }) => ({
      subject: 'Home жазылымы ұзартылмады',
      text: `${declined ? `Картадан ${amount} алынбады. ` : ''}Жазылым ұзартылмады.\n\nМекенжай: ${address}\nҚорғаныстың соңғы күні: ${paidUntil}\n\nҚорғаныс үзілмеуі үшін қайта жазыла аласыз:`,
    }),
    ({ declined, amount, address, paidUntil }) => ({
      subject: 'Подписка Home не продлена',
      text: `${declined ? `Не удалось списать ${amount} с карты. ` : ''}Подписка не продлена.\n\nАдрес: ${address}\nПоследний день защиты: ${paidUntil}\n\nЧтобы защита не прерывалась, оформите подписку снова:`,
    }),
  ),
  cancelled: letter(
    ({ address, paidUntil }) => ({
      subject: 'Home жазылымынан бас тартылды',
      text: `Өтінішіңіз бойынша жазылымнан бас тартылды.\n\nМекенжай: ${address}\nҚорғаныстың соңғы күні: ${paidUntil}\n\nКартадан енді ақша алынбайды.`,
    }),
    ({ address, paidUntil }) => ({
      subject: 'Подписка Home отменена',
      text: `Подписка отменена по Вашей просьбе.\n\nАдрес: ${address}\nПоследний день защиты: ${paidUntil}\n\nДеньги с карты больше не списываются.`,
    }),
  ),
}
