import { noConnection } from '#texts/connection.ts'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    done: 'Сақталды',
    failed: 'Орындалмады',
    offline: noConnection.kz.again,
    error: 'Бұл – біздің жақтағы қате. Қайталап көріңіз.',
    cancel: 'Бас тарту',
    close: 'Жабу',
  },
  ru: {
    done: 'Сохранено',
    failed: 'Не получилось',
    offline: noConnection.ru.again,
    error: 'Это ошибка на нашей стороне. Попробуйте ещё раз.',
    cancel: 'Отмена',
    close: 'Закрыть',
  },
})
