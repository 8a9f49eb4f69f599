import type { SentWay } from '#domain/payment-ways.ts'
import { texts } from '../../texts.ts'

/** On a phone the client's agreement is asked for when the bill is sent. */
export default texts({
  kz: {
    title: 'Клиент келісе ме?',
    send: {
      mobile_bank: (sum: string) => `Келіседі, шот жіберу · ${sum}`,
      epay: (sum: string) => `Келіседі, Halyk сілтемесі арқылы төлейді · ${sum}`,
    } satisfies Record<SentWay, (sum: string) => string>,
    reissue: 'Келіседі, қайта ресімдеу',
  },
  ru: {
    title: 'Клиент согласен?',
    send: {
      mobile_bank: (sum: string) => `Согласен, отправить счёт · ${sum}`,
      epay: (sum: string) => `Согласен, оплатит по ссылке Halyk · ${sum}`,
    } satisfies Record<SentWay, (sum: string) => string>,
    reissue: 'Согласен, переоформить',
  },
})
