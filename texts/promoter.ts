import type { Locale } from '#domain/locale.ts'

type Text = Record<Locale, string>

/** Why a promoter's sale came to nothing, where no refusal has words for it. */
export const lostSales = {
  expired: { kz: 'Шот уақытында төленбеді', ru: 'Счёт не оплатили вовремя' },
  rejected: { kz: 'Клиент шотты қабылдамады', ru: 'Клиент отклонил счёт' },
  cancelled: { kz: 'Тапсырыстың күші жойылды', ru: 'Заказ отменён' },
  not_issued: {
    kz: 'Полис ресімделмеді, ақша қайтарылды',
    ru: 'Полис не оформлен, деньги возвращены',
  },
} as const satisfies Record<string, Text>

/** What a sale of a promoter is for, on their screens and in their files. */
export const saleKinds = {
  kz: { new: 'жаңа', prolong: 'ұзарту', reissue: 'қайта ресімдеу' },
  ru: { new: 'новый', prolong: 'продление', reissue: 'переоформление' },
} as const satisfies Record<Locale, Record<string, string>>

/** In answer to a sign-in of the portal, where the IIN is called the login. */
export const wrongPromoterCredentials = {
  kz: 'Логин немесе құпиясөз қате',
  ru: 'Неверный логин или пароль',
}
