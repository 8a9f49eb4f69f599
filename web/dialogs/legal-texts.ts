import { noConnection } from '#texts/connection.ts'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    title: 'Келісім',
    close: 'Жабу',
    lost: noConnection.kz.reopen,
    textGone: 'Бұл нұсқаны сұрату үшін бізге жазыңыз.',
  },
  ru: {
    title: 'Согласие',
    close: 'Закрыть',
    lost: noConnection.ru.reopen,
    textGone: 'Чтобы получить эту редакцию, напишите нам.',
  },
})
