import { texts } from '../texts.ts'

export default texts({
  kz: {
    title: 'Өтінімдер есебі',
    caption: 'Кезеңдегі өтінімдер',
    columns: {
      id: 'Өтінім',
      created: 'Берілген',
      status: 'Күйі',
      policyNumber: 'Полис',
      insurer: 'Компания',
      source: 'Дереккөзі',
      promoter: 'Промоутер',
      client: 'Клиенттің ЖСН-і',
      damageType: 'Залал түрі',
      decidedOn: 'Шешім күні',
      paidOn: 'Сақтандыру төлемі',
    },
  },
  ru: {
    title: 'Отчёт по заявкам',
    caption: 'Заявки за период',
    columns: {
      id: 'Заявка',
      created: 'Подана',
      status: 'Статус',
      policyNumber: 'Полис',
      insurer: 'Компания',
      source: 'Источник',
      promoter: 'Промоутер',
      client: 'ИИН клиента',
      damageType: 'Вид ущерба',
      decidedOn: 'Решение',
      paidOn: 'Выплата',
    },
  },
})
