import { texts } from '../texts.ts'

export default texts({
  kz: {
    menu: 'Жұмыс орындары',
    language: 'Тіл',
    skip: 'Мазмұнға өту',
    home: 'басты бет',
    logOut: 'Шығу',
    messages: 'Хабарламалар',
    close: 'Жабу',
  },
  ru: {
    menu: 'Рабочие места',
    language: 'Язык',
    skip: 'К содержанию',
    home: 'главная',
    logOut: 'Выйти',
    messages: 'Сообщения',
    close: 'Закрыть',
  },
})
