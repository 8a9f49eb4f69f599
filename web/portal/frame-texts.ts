import { noConnection } from '#texts/connection.ts'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    menu: 'Портал бөлімдері',
    pages: {
      'promoter-ogpo': 'Ресімдеу',
      'promoter-search': 'Іздеу',
      'promoter-sales': 'Менің күнім',
      'promoter-block': 'Тоқтата тұру',
    },
    sales: 'Сатылымдар',
    account: 'Тіркелгі',
    password: 'Құпиясөзді ауыстыру',
    logOut: 'Шығу',
    loading: 'Жүктелуде',
    messages: 'Хабарламалар',
    close: 'Жабу',
    offline: noConnection.kz.title,
    offlineText:
      'Толтырғаныңыз осы құрылғыда сақталады, байланыс қалпына келгенде жіберіледі. Тапсырыстың күйі де сол кезде жаңарады.',
    failed: 'Портал ашылмады',
    failedText: 'Қызмет уақытша қолжетімсіз. Кейінірек қайталаңыз.',
    retry: 'Қайталап көру',
  },
  ru: {
    menu: 'Разделы портала',
    pages: {
      'promoter-ogpo': 'Оформление',
      'promoter-search': 'Поиск',
      'promoter-sales': 'Мой день',
      'promoter-block': 'Приостановка',
    },
    sales: 'Продажи',
    account: 'Учётная запись',
    password: 'Сменить пароль',
    logOut: 'Выйти',
    loading: 'Загрузка',
    messages: 'Сообщения',
    close: 'Закрыть',
    offline: noConnection.ru.title,
    offlineText:
      'Введённое хранится на этом устройстве и отправится, когда связь появится. Состояние заказа обновится тогда же.',
    failed: 'Портал не открылся',
    failedText: 'Сервис временно недоступен. Повторите позже.',
    retry: 'Попробовать ещё раз',
  },
})
