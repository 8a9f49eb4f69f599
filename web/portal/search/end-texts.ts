import { percent as percentOf } from '#domain/percent.ts'
import { stepStates } from '#texts/states.ts'
import { plural, texts } from '../../texts.ts'

/** How much of a term is gone, with its verb. */
const passed = { one: 'Прошёл {n}', few: 'Прошло {n}', many: 'Прошло {n}', other: 'Прошло {n}' }
/** The whole term, after «из». */
const ofDays = { one: '{n} дня', other: '{n} дней' }

/** Words of termination and cancelling, loaded with their dialogs. */
export default texts({
  kz: {
    title: 'Полисті мерзімінен бұрын тоқтату',
    reason: 'Тоқтату себебі',
    reasons: { sold: 'Көлік сатылды', died: 'Сақтанушы қайтыс болды', own_will: 'Өз еркімен' },
    choose: 'Себебін таңдаңыз',
    registered: 'Көлік есептен шығарылған болуы керек.',
    calculate: 'Қайтарылатын соманы есептеу',
    refund: 'Қайтарылатын сома',
    how: (elapsed: number, total: number, percent: number) =>
      `${total} күннің ${elapsed} күні өтті, заң бойынша сыйлықақыдан ${percentOf.kz(percent)} ұсталады.`,
    lines: 'Қайтару есебі',
    part: 'Бөлігі',
    paid: 'Төленген',
    retained: 'Ұсталады',
    back: 'Қайтарылады',
    kinds: { premium: 'Сыйлықақы', ogpo_plus: 'ОГПО+' },
    byStaff: 'Мұрагерлермен біздің қызметкерлер сөйлеседі. Байланыс орталығы: 1414.',
    code: 'Бұл – сіздің сатылымыңыз емес: сақтанушыға SMS арқылы келген код керек.',
    getCode: 'Сақтанушыға код жіберу',
    confirm: 'Тоқтату',
    changeReason: 'Басқа себеп',
    doneTitle: 'Полис тоқтатылды',
    acceptedTitle: 'Өтініш қабылданды',
    cancelTitle: 'Полистің күшін жоясыз ба?',
    cancelText: (number: string) =>
      `${number} нөмірлі полистің күші бүгін жойылады, төленген сома толық қайтарылады.`,
    cancelYes: 'Иә, күшін жою',
    cancelNo: 'Жоқ, қалсын',
    cancelledTitle: 'Полистің күші жойылды',
    refundOf: (sum: string) => `Қайтарылады: ${sum}`,
    noRefund: 'Қайтарылатын сома жоқ',
    told: 'Бірыңғай дерекқорда тіркелді',
    progress: 'Барысы',
    stateWords: stepStates.kz,
    close: 'Жабу',
    unavailable: 'Қызмет уақытша қолжетімсіз. Кейінірек қайталаңыз.',
  },
  ru: {
    title: 'Досрочное расторжение',
    reason: 'Причина расторжения',
    reasons: {
      sold: 'Автомобиль продан',
      died: 'Смерть страхователя',
      own_will: 'По собственному желанию',
    },
    choose: 'Выберите причину',
    registered: 'Автомобиль должен быть снят с учёта.',
    calculate: 'Рассчитать сумму возврата',
    refund: 'Сумма к возврату',
    how: (elapsed: number, total: number, percent: number) =>
      `${plural('ru', elapsed, passed)} из ${plural('ru', total, ofDays)}, по закону удерживается ${percentOf.ru(percent)} премии.`,
    lines: 'Расчёт возврата',
    part: 'Часть',
    paid: 'Оплачено',
    retained: 'Удерживается',
    back: 'К возврату',
    kinds: { premium: 'Премия', ogpo_plus: 'ОГПО+' },
    byStaff: 'Наследникам помогут наши сотрудники. Контакт-центр: 1414.',
    code: 'Это не ваша продажа: нужен код из SMS страхователя.',
    getCode: 'Отправить код страхователю',
    confirm: 'Расторгнуть',
    changeReason: 'Другая причина',
    doneTitle: 'Полис расторгнут',
    acceptedTitle: 'Заявление принято',
    cancelTitle: 'Аннулировать полис?',
    cancelText: (number: string) =>
      `Полис ${number} будет аннулирован сегодня, оплаченная сумма вернётся полностью.`,
    cancelYes: 'Да, аннулировать',
    cancelNo: 'Нет, оставить',
    cancelledTitle: 'Полис аннулирован',
    refundOf: (sum: string) => `Возврат: ${sum}`,
    noRefund: 'К возврату: 0 ₸',
    told: 'Зарегистрировано в единой базе',
    progress: 'Ход',
    stateWords: stepStates.ru,
    close: 'Закрыть',
    unavailable: 'Сервис временно недоступен. Повторите позже.',
  },
})
