import { noConnection } from '#texts/connection.ts'
import { texts } from '../../texts.ts'

/** Why no code is sent or taken. */
export default texts({
  kz: {
    offline: noConnection.kz.goesOn,
    unavailable: 'Қызмет уақытша қолжетімсіз. Кейінірек қайталаңыз.',
  },
  ru: {
    offline: noConnection.ru.goesOn,
    unavailable: 'Сервис временно недоступен. Повторите позже.',
  },
})
