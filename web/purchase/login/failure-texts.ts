import { noConnection } from '#texts/connection.ts'
import { texts } from '../../texts.ts'

/** Why no code is sent or taken. */
export default texts({
  kz: {
    call: '1414 нөміріне қоңырау шалу',
    offline: noConnection.kz.again,
    unavailable: 'Қызмет уақытша қолжетімсіз. Кейінірек қайталаңыз.',
  },
  ru: {
    call: 'Позвонить по номеру 1414',
    offline: noConnection.ru.again,
    unavailable: 'Сервис временно недоступен. Повторите позже.',
  },
})
