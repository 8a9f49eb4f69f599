import type { Account, PostingKind } from '#domain/contract/posting.ts'
import type { Check } from '#domain/contract/sums.ts'
import { productShort } from '#texts/products.ts'
import { wayWords } from '#texts/ways.ts'
import { texts } from '../../texts.ts'

type Differs = (expected: string, found: string) => string

/** The contract page: its sums, the checks, and all events in time order. */
export default texts({
  kz: {
    title: 'Шарт',
    backToOrder: 'Тапсырысқа оралу',
    products: productShort.kz,
    sound: 'Барлық сома сәйкес келеді',
    unsound: (n: number) => `Сәйкес келмейтін сомалар: ${n}`,
    unsoundText:
      'Айырмасы неде екені төмендегі сомалардың тұсында жазылған. Бухгалтерге хабарлаңыз.',
    sums: 'Сомалар',
    sum: 'Көрсеткіш',
    amount: 'Сома',
    mark: 'Сәйкестігі',
    agrees: 'сәйкес келеді',
    disagrees: 'сәйкес келмейді',
    of: {
      paid_in: 'Төленгені',
      refunded: 'Қайтарылғаны',
      refunds_open: 'Әлі қайтарылмағаны',
      kept: 'Бізде қалғаны',
      booked: 'Журналда есепке алынғаны',
      premium: 'сыйлықақы',
      ogpo_plus: 'ОГПО+',
      returned: 'сақтандыру компаниясының қайтарғаны',
      commission: 'оның ішінде брокер комиссиясы',
      client: 'Клиент шотындағы қалдық',
      refunds_account: 'Журналдағы қайтарулар бойынша берешек',
    },
    more: (sum: string) => `Артығы: ${sum}.`,
    less: (sum: string) => `Кемі: ${sum}.`,
    differs: {
      paid_in: (expected, found) =>
        `Шартта төленгені ${found} деп жазылған, ал төлемдердің қосындысы – ${expected}.`,
      paid_posted: (expected, found) =>
        `Қаржы журналындағы төлемдер – ${found}, нақты төлемдер – ${expected}.`,
      refunded: (expected, found) =>
        `Шартта қайтарылғаны ${found} деп жазылған, ал қайтарулардың қосындысы – ${expected}.`,
      refunded_posted: (expected, found) =>
        `Қаржы журналындағы қайтарулар – ${found}, нақты қайтарулар – ${expected}.`,
      refunds_open: (expected, found) =>
        `Шартта әлі қайтарылмағаны ${found} деп жазылған, ал ашық қайтарулардың қосындысы – ${expected}.`,
      refunds_account: (expected, found) =>
        `Журнал бойынша берешек – ${found}, ашық қайтарулар – ${expected}.`,
      client: (expected, found) =>
        `Журнал бойынша клиент шотында – ${found}, болуға тиісі – ${expected}.`,
      kept: (expected, found) =>
        `Бізде қалғаны – ${found}, журнал бойынша қалуға тиісі – ${expected}.`,
    } satisfies Record<Check, Differs>,
    waiting: (sum: string) => `Полистің ресімделуін күтіп тұрған ақша: ${sum}.`,
    outside: (sum: string) =>
      `Біздің қатысуымызсыз серіктес қайтарған не карта банкі кері алған ақша: ${sum}.`,
    timeline: 'Барлық оқиғалар ретімен',
    all: 'Барлығы',
    kind: 'Оқиға түрі',
    when: 'Уақыты',
    what: 'Не болды',
    kinds: {
      order: 'Тапсырыс',
      payment: 'Төлем',
      policy: 'Полис',
      refund: 'Қайтару',
      month: 'Home айы',
      ending: 'Тоқтату',
      posting: 'Қаржы журналы',
      staff: 'Қызметкер',
    },
    postings: {
      payment: 'төлем түсті',
      premium: 'сыйлықақы',
      commission: 'комиссия',
      ogpo_plus: 'ОГПО+',
      returned: 'сақтандыру компаниясынан қайтқаны',
      refund_due: 'клиентке қайтарылуға тиіс',
      refund: 'қайтарылатын ақша жіберілді',
      overdrawn: 'карта банкі төлемді тағы бір рет кері алды',
      set_off: 'карта банкі кері алған төлем есебінен жабылды',
      dispute_won: 'карта банкі бізге қайтарған төлем',
    } satisfies Record<PostingKind, string>,
    accounts: {
      ...wayWords.kz.short,
      bank_details: 'банк шоты',
      partner: 'серіктес',
      client: 'клиент',
      insurer: 'сақтандыру компаниясы',
      commission: 'комиссия',
      refunds: 'қайтарылатын ақша',
    } satisfies Record<Account, string>,
    endings: { accepted: 'қабылданды', done: 'аяқталды', dropped: 'қажет болмады' } as Record<
      string,
      string
    >,
    terminationKinds: { terminate: 'мерзімінен бұрын тоқтату', cancel: 'күшін жою' } as Record<
      string,
      string
    >,
    months: {
      due: 'Төленуі керек',
      paid: 'Төленді',
      failed: 'Төленбеді',
      dropped: 'Төлеудің қажеті жоқ',
      refunding: 'Ақша қайтарылып жатыр',
      refunded: 'Ақша қайтарылды',
    } as Record<string, string>,
    bad: 'қате',
    orders: 'Тапсырыстар',
    subscription: 'Жазылым',
    policies: 'Полистер',
    price: (sum: string) => `төлейтіні ${sum}`,
    premium: (sum: string) => `сыйлықақы ${sum}`,
    plus: (sum: string) => `ОГПО+ ${sum}`,
    commission: (sum: string) => `комиссия ${sum}`,
    replaces: (globalId: string, sum: string) =>
      `${globalId} полисінің орнына, одан есепке алынғаны ${sum}`,
    replacedBy: (globalId: string) => `орнына – ${globalId}`,
    month: (period: string) => `${period}-ай`,
    monthsTitle: 'Төлем айлары',
    none: 'Полис жоқ',
  },
  ru: {
    title: 'Договор',
    backToOrder: 'Назад к заказу',
    products: productShort.ru,
    sound: 'Все суммы сходятся',
    unsound: (n: number) => `Не сходятся суммы: ${n}`,
    unsoundText: 'Чем они отличаются, написано под каждой из них. Сообщите бухгалтеру.',
    sums: 'Суммы',
    sum: 'Показатель',
    amount: 'Сумма',
    mark: 'Сходится ли',
    agrees: 'сходится',
    disagrees: 'не сходится',
    of: {
      paid_in: 'Оплачено',
      refunded: 'Возвращено',
      refunds_open: 'Ещё не возвращено',
      kept: 'Осталось у нас',
      booked: 'Учтено в журнале',
      premium: 'премия',
      ogpo_plus: 'ОГПО+',
      returned: 'вернул страховщик',
      commission: 'в том числе комиссия брокера',
      client: 'Остаток на счёте клиента',
      refunds_account: 'Долг по возвратам в журнале',
    },
    more: (sum: string) => `Больше на ${sum}.`,
    less: (sum: string) => `Меньше на ${sum}.`,
    differs: {
      paid_in: (expected, found) =>
        `В договоре записано, что оплачено ${found}, а сумма платежей – ${expected}.`,
      paid_posted: (expected, found) =>
        `В финансовом журнале платежей на ${found}, а самих платежей на ${expected}.`,
      refunded: (expected, found) =>
        `В договоре записано, что возвращено ${found}, а сумма возвратов – ${expected}.`,
      refunded_posted: (expected, found) =>
        `В финансовом журнале возвратов на ${found}, а самих возвратов на ${expected}.`,
      refunds_open: (expected, found) =>
        `В договоре записано, что не возвращено ${found}, а открытых возвратов на ${expected}.`,
      refunds_account: (expected, found) =>
        `По журналу к возврату ${found}, а открытых возвратов на ${expected}.`,
      client: (expected, found) =>
        `По журналу на счёте клиента ${found}, а должно быть ${expected}.`,
      kept: (expected, found) =>
        `У нас осталось ${found}, а по журналу должно остаться ${expected}.`,
    },
    waiting: (sum: string) => `Ждёт оформления полиса: ${sum}.`,
    outside: (sum: string) =>
      `Деньги вернул партнёр или отозвал банк карты, без нашего участия: ${sum}.`,
    timeline: 'Все события по порядку',
    all: 'Все',
    kind: 'Вид событий',
    when: 'Когда',
    what: 'Что произошло',
    kinds: {
      order: 'Заказ',
      payment: 'Платёж',
      policy: 'Полис',
      refund: 'Возврат',
      month: 'Месяц Home',
      ending: 'Прекращение',
      posting: 'Финансовый журнал',
      staff: 'Сотрудник',
    },
    postings: {
      payment: 'платёж поступил',
      premium: 'премия',
      commission: 'комиссия',
      ogpo_plus: 'ОГПО+',
      returned: 'возврат от страховщика',
      refund_due: 'к возврату клиенту',
      refund: 'возврат ушёл',
      overdrawn: 'банк карты отозвал платёж ещё раз',
      set_off: 'зачтено: банк карты отозвал платёж',
      dispute_won: 'банк карты вернул отозванный платёж',
    },
    accounts: {
      ...wayWords.ru.short,
      bank_details: 'банковский счёт',
      partner: 'партнёр',
      client: 'клиент',
      insurer: 'страховщик',
      commission: 'комиссия',
      refunds: 'к возврату',
    },
    endings: { accepted: 'принято', done: 'завершено', dropped: 'не понадобилось' },
    terminationKinds: { terminate: 'досрочное прекращение', cancel: 'аннулирование' },
    months: {
      due: 'К оплате',
      paid: 'Оплачен',
      failed: 'Не оплачен',
      dropped: 'Оплата не нужна',
      refunding: 'Деньги возвращаются',
      refunded: 'Деньги возвращены',
    },
    bad: 'ошибка',
    orders: 'Заказы',
    subscription: 'Подписка',
    policies: 'Полисы',
    price: (sum: string) => `к оплате ${sum}`,
    premium: (sum: string) => `премия ${sum}`,
    plus: (sum: string) => `ОГПО+ ${sum}`,
    commission: (sum: string) => `комиссия ${sum}`,
    replaces: (globalId: string, sum: string) =>
      `вместо полиса ${globalId}, по нему зачтено ${sum}`,
    replacedBy: (globalId: string) => `заменён на ${globalId}`,
    month: (period: string) => `${period}-й месяц`,
    monthsTitle: 'Месяцы оплаты',
    none: 'Полисов нет',
  },
})
