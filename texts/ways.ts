import type { Locale } from '#domain/locale.ts'
import type { WayName } from '#domain/payment-ways.ts'

/** Names of a way to pay, by their place. A new way does not compile without its words. */
type Said =
  /** Within a sentence of the client's. */
  | 'name'
  /** Within a line of the desk's. */
  | 'short'
  /** In the accountant's books. */
  | 'books'
  /** Whose statement is imported. */
  | 'statement'
  /** Where money goes back, to the client … */
  | 'back'
  /** … and to staff. */
  | 'backTo'
  /** Who did something, in a history … */
  | 'actor'
  /** … and why an attempt was made. */
  | 'note'

export const wayWords: Record<Locale, Record<Said, Record<WayName, string>>> = {
  kz: {
    name: { mobile_bank: 'мобильді банк', card: 'банк картасы', epay: 'Halyk төлем беті' },
    short: { mobile_bank: 'мобильді банк', card: 'карта', epay: 'Halyk ePay' },
    books: { mobile_bank: 'Мобильді банк', card: 'Карта', epay: 'Halyk ePay' },
    statement: {
      mobile_bank: 'Мобильді банк',
      card: 'Карта төлемдері (эквайер)',
      epay: 'Halyk ePay',
    },
    back: {
      mobile_bank: 'Мобильді банк арқылы, төлем жасалған шотқа',
      card: 'Төлем жасалған картаға',
      epay: 'Halyk ePay арқылы, төлем жасалған картаға немесе шотқа',
    },
    backTo: {
      mobile_bank: 'мобильді банк арқылы',
      card: 'төлем жасалған картаға',
      epay: 'Halyk ePay арқылы',
    },
    actor: { mobile_bank: 'мобильді банк', card: 'карта төлемі', epay: 'Halyk ePay' },
    note: { mobile_bank: 'мобильді банк', card: 'картамен', epay: 'Halyk ePay арқылы' },
  },
  ru: {
    name: { mobile_bank: 'мобильный банк', card: 'банковская карта', epay: 'страница Halyk' },
    short: { mobile_bank: 'мобильный банк', card: 'карта', epay: 'Halyk ePay' },
    books: { mobile_bank: 'Мобильный банк', card: 'Карта', epay: 'Halyk ePay' },
    statement: { mobile_bank: 'Мобильный банк', card: 'Карты (эквайер)', epay: 'Halyk ePay' },
    back: {
      mobile_bank: 'Через мобильный банк, на счёт, с которого платили',
      card: 'На карту, с которой платили',
      epay: 'Через Halyk ePay, на карту или счёт, с которых платили',
    },
    backTo: {
      mobile_bank: 'через мобильный банк',
      card: 'на карту, с которой платили',
      epay: 'через Halyk ePay',
    },
    actor: { mobile_bank: 'мобильный банк', card: 'оплата картой', epay: 'Halyk ePay' },
    note: { mobile_bank: 'мобильный банк', card: 'картой', epay: 'через Halyk ePay' },
  },
}
