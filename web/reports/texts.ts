import { texts } from '../texts.ts'

export default texts({
  kz: {
    title: 'Тапсырыстар есебі',
    views: 'Есептер',
    view: {
      orders: 'Тапсырыстар',
      reconciliation: 'Салыстыру',
      insurers: 'Компаниялармен есеп айырысу',
      refunds: 'Қайтарулар',
      promoters: 'Промоутерлер',
      statements: 'Үзінді көшірмелер',
      periods: 'Кезеңді жабу',
    },
    caption: 'Кезеңдегі тапсырыстар',
  },
  ru: {
    title: 'Отчёт по заказам',
    views: 'Отчёты',
    view: {
      orders: 'Заказы',
      reconciliation: 'Сверка',
      insurers: 'Расчёты со страховыми',
      refunds: 'Возвраты',
      promoters: 'Промоутеры',
      statements: 'Выписки',
      periods: 'Закрытие периода',
    },
    caption: 'Заказы за период',
  },
})
