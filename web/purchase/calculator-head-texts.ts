import { texts } from '../texts.ts'

/** Names of the page for the tab and for search engines. */
export default texts({
  kz: {
    title: 'ОГПО құнын есептеу',
    description:
      'Көлік пен жүргізушілерді енгізіп, міндетті автосақтандыру (ОГПО) құнын заңдағы тарифпен есептеңіз.',
  },
  ru: {
    title: 'Рассчитать стоимость ОГПО',
    description:
      'Укажите автомобиль и водителей и рассчитайте стоимость обязательного автострахования (ОГПО) по тарифу закона.',
  },
})
