import { noConnection } from '#texts/connection.ts'
import { texts } from '../../texts.ts'

export default texts({
  kz: {
    title: 'Сақтандыру жағдайы',
    description: 'Не болғанын айтып, фото қосыңыз: өтініштерді өзіміз толтырамыз.',
    messages: 'Хабарламалар',
    close: 'Жабу',
    offline: noConnection.kz.lost,
    offlineText: 'Жауаптарыңыз осы бетте сақтаулы. Байланыс қалпына келгенде өзі жіберіледі.',
    failed: 'Жіберілмеді. Қайталап көріңіз.',
  },
  ru: {
    title: 'Страховой случай',
    description: 'Расскажите, что случилось, и добавьте фото: заявления заполним сами.',
    messages: 'Сообщения',
    close: 'Закрыть',
    offline: noConnection.ru.lost,
    offlineText: 'Ответы сохранены на этой странице и отправятся сами, когда связь вернётся.',
    failed: 'Не отправилось. Попробуйте ещё раз.',
  },
})
