import { texts } from '../../texts.ts'

/** On a phone the client's agreement is asked for when the bill is sent. */
export default texts({
  kz: {
    title: 'Клиент келісе ме?',
    send: (sum: string) => `Келіседі, шот жіберу · ${sum}`,
    reissue: 'Келіседі, қайта ресімдеу',
  },
  ru: {
    title: 'Клиент согласен?',
    send: (sum: string) => `Согласен, отправить счёт · ${sum}`,
    reissue: 'Согласен, переоформить',
  },
})
