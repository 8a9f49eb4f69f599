import { noConnection } from '#texts/connection.ts'
import { texts } from '../../texts.ts'

/** Words of the page before it knows how the order goes. */
export default texts({
  kz: {
    title: 'Тапсырыс күйі',
    description: 'Полистің төленуі мен ресімделуін осы жерден бақылаңыз.',
    loading: 'Тапсырысты іздеп жатырмыз',
    notFound: 'Тапсырыс табылмады',
    notFoundText: 'Сілтемені тексеріңіз: ол SMS арқылы жіберілген.',
    toCalculator: 'Құнын есептеу',
    noConnection: noConnection.kz.goesOn,
  },
  ru: {
    title: 'Статус заказа',
    description: 'Здесь видно, как оплачивается и оформляется полис.',
    loading: 'Ищем заказ',
    notFound: 'Заказ не найден',
    notFoundText: 'Проверьте ссылку: она пришла по SMS.',
    toCalculator: 'Рассчитать стоимость',
    noConnection: noConnection.ru.goesOn,
  },
})
