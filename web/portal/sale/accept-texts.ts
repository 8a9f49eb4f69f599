import { texts } from '../../texts.ts'

/** On a phone the client's agreement is asked for when the bill is sent. */
export default texts({
  kz: {
    title: 'Клиент келісе ме?',
    reissue: 'Келіседі, қайта ресімдеу',
  },
  ru: {
    title: 'Клиент согласен?',
    reissue: 'Согласен, переоформить',
  },
})
