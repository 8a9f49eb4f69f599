import { texts } from '../../texts.ts'

/** Places within a desk that the rail does not name. */
export default texts({
  kz: {
    within: {
      inbox: 'Сайттан келген хабарламалар',
      stuck: 'Төленген, ресімделмеген тапсырыстар',
      refunds: 'Ақшасы қайтарылмаған тапсырыстар',
      newest: 'Соңғы тапсырыстар',
      lists: 'Тізімдер',
    },
  },
  ru: {
    within: {
      inbox: 'Сообщения с сайта',
      stuck: 'Заказы: оплачены, не оформлены',
      refunds: 'Заказы: деньги не вернулись',
      newest: 'Последние заказы',
      lists: 'Перечни',
    },
  },
})
