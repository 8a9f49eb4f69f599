import { texts } from '../texts.ts'

export default texts({
  kz: {
    title: 'Тапсырыстар есебі',
    caption: 'Кезеңдегі тапсырыстар',
  },
  ru: {
    title: 'Отчёт по заказам',
    caption: 'Заказы за период',
  },
})
