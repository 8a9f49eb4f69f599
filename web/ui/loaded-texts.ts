import { noConnection } from '#texts/connection.ts'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    loading: 'Жүктелуде',
    retry: 'Қайталап көру',
    offline: noConnection.kz.title,
    offlineText: noConnection.kz.waits,
    failed: 'Деректер жүктелмеді',
    failedText: 'Бұл – біздің жақтағы қате. Сәл күтіп, қайталап көріңіз.',
    failedMore: 'Жүктелмеді. Қайта басып көріңіз.',
  },
  ru: {
    loading: 'Загрузка',
    retry: 'Попробовать ещё раз',
    offline: noConnection.ru.title,
    offlineText: noConnection.ru.waits,
    failed: 'Не удалось загрузить данные',
    failedText: 'Это ошибка на нашей стороне. Подождите немного и попробуйте снова.',
    failedMore: 'Не загрузилось. Нажмите ещё раз.',
  },
})
