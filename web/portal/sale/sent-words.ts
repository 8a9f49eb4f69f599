import type { Locale } from '#domain/locale.ts'
import type { SentWay } from '#domain/payment-ways.ts'

/** How a promoter asks for the money by each way that reaches the client. */
export const sentWords: Record<Locale, Record<SentWay, string>> = {
  kz: { mobile_bank: 'Шот жіберу', epay: 'Halyk сілтемесі арқылы төлету' },
  ru: { mobile_bank: 'Отправить счёт', epay: 'Оплата по ссылке Halyk' },
}
