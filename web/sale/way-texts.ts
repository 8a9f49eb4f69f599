import type { SentWay, WayName } from '#domain/payment-ways.ts'
import { money, texts } from '../texts.ts'

/** What a buyer reads of a way to pay, from the choice to the end. */
export type WayWords = {
  /** Name in the list of choices. */
  name: string
  /** Explanation; `phone`: where a bill goes, null until it is known. */
  about: (phone: string | null) => string
  /** Its button, with the sum and without. */
  pay: (sum: number) => string
  by: string
  again: (sum: number) => string
  /** For the client to whom a sale was handed over. */
  handedOver: (sum: number) => string
  /** What the order's page says: asked for, not yet, refused, run out. */
  asked: string
  lead: string
  soon: string
  refused: string
  why: string
  over: string
  /** In the timeline: being asked for, asked for. */
  asking: string
  done: string
}
/** What a promoter says of a way that reaches the client. */
type SentWords = {
  send: string
  /** On a phone: the client agrees, and it is sent. */
  accept: (sum: string) => string
  /** Opens the page where the client pays; null: there is none. */
  page: string | null
}
type Words = {
  readonly [Name in WayName]: WayWords & (Name extends SentWay ? SentWords : object)
}

export default texts<Words>({
  kz: {
    mobile_bank: {
      name: 'Банк қосымшасы',
      about: (phone) =>
        phone === null ? 'Шот банк қосымшасына келеді' : `Шот мына нөмірге келеді: ${phone}`,
      pay: (sum) => `Банкте ${money(sum)} төлеу`,
      by: 'Банк қосымшасында төлеу',
      again: (sum) => `${money(sum)} шотын қайта жіберу`,
      handedOver: (sum) => `Банк қосымшасында ${money(sum)} төлеу`,
      asked: 'Шот банкіңізде',
      lead: 'Банк қосымшасын ашып, шотты растаңыз. Төлем түскенде бұл бет өзі ауысады.',
      soon: 'Банк әзірге жауап бермейді. Жауап берген соң шотты өзіміз жібереміз. Қаласаңыз, басқаша төлеуге болады.',
      refused: 'Шоттан бас тартылды',
      why: 'Ақша алынған жоқ. Шотты қайта жіберуге немесе картамен төлеуге болады.',
      over: 'Шоттың мерзімі өтті',
      asking: 'Шотты жіберіп жатырмыз',
      done: 'Төлем шоты жіберілді',
      send: 'Шот жіберу',
      accept: (sum) => `Келіседі, шот жіберу · ${sum}`,
      page: null,
    },
    card: {
      name: 'Банк картасы',
      about: () => 'Карта деректерін банк бетінде енгізесіз',
      pay: (sum) => `Картамен ${money(sum)} төлеу`,
      by: 'Картамен төлеу',
      again: (sum) => `Осы картамен ${money(sum)} төлеу`,
      handedOver: () => 'Картамен төлеу',
      asked: 'Төлем банк бетінде',
      lead: 'Картамен төлеуді банк бетінде аяқтаңыз. Төлем түскенде бұл бет өзі ауысады.',
      soon: 'Банк әзірге жауап бермейді. Жауап берген соң төлем бетін өзіміз ашамыз. Қаласаңыз, басқаша төлеуге болады.',
      refused: 'Картамен төлем өтпеді',
      why: 'Ақша алынған жоқ. Қаражат жетпеген немесе интернет-төлем өшірулі болуы мүмкін: картаны тексеріп, қайталаңыз.',
      over: 'Төлем мерзімі өтті',
      asking: 'Төлем бетін ашып жатырмыз',
      done: 'Төлем беті ашылды',
    },
    epay: {
      name: 'Halyk төлем беті',
      about: () => 'Карта, әмиян не Halyk QR',
      pay: (sum) => `Halyk бетінде ${money(sum)} төлеу`,
      by: 'Halyk бетінде төлеу',
      again: (sum) => `Halyk бетінде ${money(sum)} төлеу`,
      handedOver: () => 'Halyk бетінде төлеу',
      asked: 'Төлем банк бетінде',
      lead: 'Төлемді Halyk бетінде аяқтаңыз. Төлем түскенде бұл бет өзі ауысады.',
      soon: 'Банк әзірге жауап бермейді. Жауап берген соң Halyk бетін өзіміз ашамыз. Қаласаңыз, басқаша төлеуге болады.',
      refused: 'Төлем өтпеді',
      why: 'Ақша алынған жоқ. Картаны не әмиянды тексеріп, қайталаңыз.',
      over: 'Төлем мерзімі өтті',
      asking: 'Halyk төлем бетін ашып жатырмыз',
      done: 'Halyk төлем беті ашылды',
      send: 'Halyk сілтемесі арқылы төлем',
      accept: (sum) => `Келіседі, Halyk сілтемесі арқылы төлейді · ${sum}`,
      page: 'Halyk төлем бетін ашу',
    },
  },
  ru: {
    mobile_bank: {
      name: 'Приложение банка',
      about: (phone) =>
        phone === null ? 'Счёт придёт в приложение банка' : `Счёт придёт на номер ${phone}`,
      pay: (sum) => `Оплатить ${money(sum)} в банке`,
      by: 'Оплатить в приложении банка',
      again: (sum) => `Отправить счёт на ${money(sum)} ещё раз`,
      handedOver: (sum) => `Оплатить ${money(sum)} в приложении банка`,
      asked: 'Счёт в вашем банке',
      lead: 'Откройте приложение банка и подтвердите счёт. Когда оплата поступит, страница сменится сама.',
      soon: 'Банк пока не отвечает. Счёт отправим сами, как только он ответит. Можно оплатить и иначе.',
      refused: 'Счёт отклонён',
      why: 'Деньги не списаны. Можно отправить счёт ещё раз или оплатить картой.',
      over: 'Срок счёта истёк',
      asking: 'Отправляем счёт',
      done: 'Счёт на оплату отправлен',
      send: 'Отправить счёт',
      accept: (sum) => `Клиент согласен, отправить счёт · ${sum}`,
      page: null,
    },
    card: {
      name: 'Банковская карта',
      about: () => 'Данные карты вводятся на странице банка',
      pay: (sum) => `Оплатить ${money(sum)} картой`,
      by: 'Оплатить картой',
      again: (sum) => `Оплатить ${money(sum)} этой картой`,
      handedOver: () => 'Оплатить картой',
      asked: 'Оплата на странице банка',
      lead: 'Завершите оплату картой на странице банка. Когда оплата поступит, страница сменится сама.',
      soon: 'Банк пока не отвечает. Страницу оплаты откроем, как только он ответит. Можно оплатить и иначе.',
      refused: 'Оплата картой не прошла',
      why: 'Деньги не списаны. Возможно, не хватило средств или отключены интернет-платежи: проверьте карту и повторите.',
      over: 'Срок оплаты истёк',
      asking: 'Открываем страницу оплаты',
      done: 'Страница оплаты открыта',
    },
    epay: {
      name: 'Страница Halyk',
      about: () => 'Карта, кошелёк или Halyk QR',
      pay: (sum) => `Оплатить ${money(sum)} на странице Halyk`,
      by: 'Оплатить на странице Halyk',
      again: (sum) => `Оплатить ${money(sum)} на странице Halyk`,
      handedOver: () => 'Оплатить на странице Halyk',
      asked: 'Оплата на странице банка',
      lead: 'Завершите оплату на странице Halyk. Когда оплата поступит, эта страница обновится.',
      soon: 'Банк пока не отвечает. Страницу Halyk откроем, как только он ответит. Можно оплатить и иначе.',
      refused: 'Оплата не прошла',
      why: 'Деньги не списаны. Проверьте карту или кошелёк и повторите.',
      over: 'Срок оплаты истёк',
      asking: 'Открываем страницу Halyk',
      done: 'Страница Halyk открыта',
      send: 'Оплата по ссылке Halyk',
      accept: (sum) => `Клиент согласен, оплатит по ссылке Halyk · ${sum}`,
      page: 'Открыть страницу оплаты Halyk',
    },
  },
})
