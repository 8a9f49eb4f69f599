import { texts } from '../texts.ts'

export default texts({
  kz: {
    title: 'Өтінімдер есебі',
    caption: 'Кезеңдегі өтінімдер',
  },
  ru: {
    title: 'Отчёт по заявкам',
    caption: 'Заявки за период',
  },
})
