import type { Localized } from '#domain/locale.ts'

/**
 * Names of states, once for every screen, message and file. The short words follow the name of
 * their object, so they do not repeat it.
 */
export const orderStates = {
  kz: {
    draft: 'Жоба',
    awaiting_payment: 'Төлем күтілуде',
    paid: 'Төленді',
    issuing: 'Ресімделіп жатыр',
    issued: 'Ресімделді',
    issue_failed: 'Ресімделмеді',
    expired: 'Төлем мерзімі өтті',
    rejected: 'Төлем қабылданбады',
    cancelled: 'Күші жойылды',
    refunding: 'Ақша қайтарылып жатыр',
    refunded: 'Ақша қайтарылды',
    refund_failed: 'Ақша қайтарылмады',
    not_renewed: 'Ұзартылмады',
  },
  ru: {
    draft: 'Черновик',
    awaiting_payment: 'Ждёт оплаты',
    paid: 'Оплачен',
    issuing: 'Оформляется',
    issued: 'Оформлен',
    issue_failed: 'Не оформлен',
    expired: 'Срок оплаты истёк',
    rejected: 'Оплата отклонена',
    cancelled: 'Отменён',
    refunding: 'Деньги возвращаются',
    refunded: 'Деньги возвращены',
    refund_failed: 'Возврат не прошёл',
    not_renewed: 'Не продлён',
  },
} satisfies Localized<Record<string, string>>

export const policyStates = {
  kz: {
    pending: 'Әлі басталған жоқ',
    active: 'Қолданыста',
    ended: 'Мерзімі аяқталған',
    terminated: 'Тоқтатылды',
    cancelled: 'Күші жойылды',
    replaced: 'Жаңасына ауыстырылды',
  },
  ru: {
    pending: 'Ещё не действует',
    active: 'Действует',
    ended: 'Срок истёк',
    terminated: 'Расторгнут',
    cancelled: 'Аннулирован',
    replaced: 'Заменён',
  },
}

export const refundStates = {
  kz: { due: 'Жіберіліп жатыр', done: 'Қайтарылды', failed: 'Қайтарылмады' },
  ru: { due: 'Отправляется', done: 'Выполнен', failed: 'Не прошёл' },
}

/** Filters of the register of refunds beside a state. */
export const refundNarrowings = {
  kz: {
    open: 'Әлі жіберілмеген',
    details: 'Банктік деректемелер керек',
    frozen: 'Бұғаттан шығаруды күтеді',
  },
  ru: { open: 'Ещё не ушли', details: 'Нужны реквизиты', frozen: 'Ждёт снятия блокировки' },
}

export const claimStates = {
  kz: {
    wait: 'Жіберілді',
    under_consideration: 'Қаралуда',
    accepted: 'Мақұлданды',
    rejected: 'Бас тартылды',
    completed: 'Аяқталды',
  },
  ru: {
    wait: 'Отправлена',
    under_consideration: 'На рассмотрении',
    accepted: 'Одобрена',
    rejected: 'Отказано',
    completed: 'Завершена',
  },
}

/** The same as staff say it: it was not they who sent it. */
export const staffClaimStates = {
  kz: { ...claimStates.kz, wait: 'Берілді' },
  ru: { ...claimStates.ru, wait: 'Подана' },
}

/** States of a driver's consent, requested by 1414. */
export const consentStates = {
  kz: {
    none: 'Келісім сұралмаған',
    awaiting: 'Жауап күтілуде',
    approved: 'Келісім берілді',
    rejected: 'Бас тартылды',
    expired: 'Жауап келмеді',
    withdrawn: 'Қайтарып алынды',
  },
  ru: {
    none: 'Согласие не запрошено',
    awaiting: 'Ждём ответа',
    approved: 'Согласие получено',
    rejected: 'Отказ',
    expired: 'Нет ответа',
    withdrawn: 'Отозвано',
  },
}

/** States of a step among others: done, current, waiting. */
export const stepStates = {
  kz: {
    done: 'орындалды',
    now: 'орындалып жатыр',
    waiting: 'күтілуде',
    failed: 'орындалмады',
  },
  ru: { done: 'выполнено', now: 'выполняется', waiting: 'ожидается', failed: 'не выполнено' },
}

/** Orders that were paid for, whatever came of them. */
export const wasPaid = {
  kz: 'төленген, кез келген күйде',
  ru: 'оплачены, в любом статусе',
} as const satisfies Localized
