import { orderStates, policyStates, refundStates } from '#texts/states.ts'
import { texts } from '../texts.ts'

/** The states of an order, a payment and a policy as desks call them. */
export default texts({
  kz: {
    order: { ...orderStates.kz, active: 'Қолданыста' } as Record<string, string>,
    payment: {
      created: 'Жасалды',
      awaiting: 'Төлем күтілуде',
      paid: 'Төленді',
      rejected: 'Төлем қабылданбады',
      expired: 'Төлем мерзімі өтті',
      error: 'Қате',
      refunding: 'Қайтарылып жатыр',
      refunded: 'Қайтарылды',
    } as Record<string, string>,
    policy: policyStates.kz as Record<string, string>,
    refund: refundStates.kz as Record<string, string>,
  },
  ru: {
    order: { ...orderStates.ru, active: 'Действует' },
    payment: {
      created: 'Создан',
      awaiting: 'Ждёт оплаты',
      paid: 'Оплачен',
      rejected: 'Оплата отклонена',
      expired: 'Срок истёк',
      error: 'Ошибка',
      refunding: 'Возвращается',
      refunded: 'Возвращён',
    },
    policy: policyStates.ru,
    refund: refundStates.ru,
  },
})
