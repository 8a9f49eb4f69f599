import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import type { SaleTrouble } from '#domain/promoter/sale.ts'
import { dayOn } from './phrases.ts'

type Text = Record<Locale, string>

/** Why a promoter's sale is stuck, if no refusal has words for it. */
export const saleTroubles = {
  bill_not_sent: {
    kz: 'Шот жіберілмеді: нөмір мобильді банкте жоқ не банк жауап бермейді',
    ru: 'Счёт не ушёл: номера нет в мобильном банке или банк не отвечает',
  },
  expired: { kz: 'Шот уақытында төленбеді', ru: 'Счёт не оплатили вовремя' },
  rejected: { kz: 'Клиент шотты қабылдамады', ru: 'Клиент отклонил счёт' },
  cancelled: { kz: 'Тапсырыстың күші жойылды', ru: 'Заказ отменён' },
  retrying: {
    kz: 'Ресімделмей тұр, жүйе өзі қайталап жатыр',
    ru: 'Полис пока не оформлен, система повторяет попытки',
  },
  refunding: {
    kz: 'Полис ресімделмеді, ақша қайтарылып жатыр',
    ru: 'Полис не оформлен, деньги возвращаются',
  },
  refund_failed: {
    kz: 'Полис ресімделмеді, ақшаны қызметкер қайтарады',
    ru: 'Полис не оформлен, деньги вернёт сотрудник',
  },
  not_issued: {
    kz: 'Полис ресімделмеді, ақша қайтарылды',
    ru: 'Полис не оформлен, деньги возвращены',
  },
} as const satisfies Record<SaleTrouble, Text>

/** Returns a promoter's words to a client whose policy ends, for a message or the phone. */
export const renewalMessage = ({
  name,
  car,
  end,
  price,
}: {
  name: string
  car: string
  end: string
  price: string | null
}): Text => ({
  kz: `Сәлеметсіз бе, ${name}! Бұл – ${brand.name.kz} сақтандыру брокері. ${dayOn.kz(end)} ${car} нөмірлі көлігіңіздің ОГПО полисінің мерзімі аяқталады. ${price ? `Жаңа полистің бүгінгі бағасы – ${price}. ` : ''}Ұзартып берейін бе?`,
  ru: `Здравствуйте, ${name}! Это страховой брокер ${brand.name.ru}. ${dayOn.ru(end)} заканчивается Ваш полис ОГПО на автомобиль ${car}. ${price ? `Новый полис сегодня стоит ${price}. ` : ''}Продлить полис?`,
})

/** Kinds of a promoter's sale, on their screens and in their files. */
export const saleKinds = {
  kz: { new: 'жаңа', prolong: 'ұзарту', reissue: 'қайта ресімдеу' },
  ru: { new: 'новый', prolong: 'продление', reissue: 'переоформление' },
} as const satisfies Record<Locale, Record<string, string>>

/** Reply to a failed sign-in of the portal, where the IIN is called the login. */
export const wrongPromoterCredentials = {
  kz: 'Логин немесе құпиясөз қате',
  ru: 'Неверный логин или пароль',
}
