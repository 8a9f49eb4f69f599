import { groupDigits } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import { texts } from '../../texts.ts'
import { systemWords } from '../shell/sale-texts.ts'

export default texts({
  kz: {
    ...systemWords.kz,
    title: 'Жүйелердің күйі',
    took: (ms: number) =>
      ms < 1_000 ? `${ms}\u00a0мс` : `${(ms / 1_000).toFixed(1).replace('.', ',')}\u00a0с`,
    answers: (now: string, usual: string | null) =>
      usual ? `${now} ішінде жауап береді, әдетте ${usual}` : `${now} ішінде жауап береді`,
    failed: (failures: number, calls: number) =>
      `${groupDigits(calls)} сұрау, сәтсізі: ${groupDigits(failures)}`,
    calls: (calls: number) => `${groupDigits(calls)} сұрау, сәтсізі жоқ`,
    stepsTitle: 'Сату қадамдары',
    stepStates: {
      fails: 'өтпей тұр',
      unsteady: 'іркіліспен',
      slow: 'баяу',
      works: 'өтеді',
      quiet: 'сұрау болмады',
    },
    lastWorked: (time: string) => `соңғы рет істегені: ${time}`,
    stepWaits: (n: number, waited: string) => `күтіп тұр: ${n}, ең ұзағы ${waited}`,
    issuedByItself: 'Төленген тапсырыстарды ресімдеу өздігінен қайталанады.',
    failingNow: (operations: string) => `қазір өтпейді: ${operations}`,
    carries: 'SMS қазір осы жүйе арқылы жіберіледі',
    well: (well: number, asked: number, silent: number) =>
      [
        asked > 0 ? `сұралған ${asked} жүйенің дұрыс жауап бергені: ${well}` : '',
        silent > 0 ? `сұрау болмаған жүйе: ${silent}` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    foot: (systems: string, waiting: number) =>
      `Төленген, ресімделмеген: ${waiting} · ${systems} · 15\u00a0секунд сайын жаңарады`,
    waiting: (n: number) => `Полисі жоқ тапсырыс: ${n}`,
    deaf: (addresses: string) => `Дабыл хаттары жетпейді: ${addresses}`,
    deafText:
      'Бұл мекенжай хат қабылдамайды. Жауапты әкімшіге айтыңыз: сату тоқтаса, ешкім хабар алмауы мүмкін.',
    enterRows: { no_tariff: 'Тариф кестелерін енгізу', no_insurer: 'Комиссияны енгізу' },
    at: (time: string) => `Жаңартылды: ${time}`,
    stages: {
      quote: { title: '1. Клиент деректері', without: 'оларсыз құны есептелмейді' },
      payment: { title: '2. Баға, келісім, төлем', without: 'оларсыз төлем болмайды' },
      issue: { title: '3. Ресімдеу және одан кейін', without: 'оларсыз полис күтеді' },
    },
    spark: (took: string | null, failures: number) =>
      took
        ? `Соңғы 15 минут: орташа жауап ${took}, сәтсіз сұрау: ${failures}`
        : `Соңғы 15 минут: жауап болмады, сәтсіз сұрау: ${failures}`,
    queues: 'Кезектер: ең ескі жұмыс қанша күтіп тұр',
    moreQueues: (n: number) => `Тағы ${n} кезек`,
    line: 'Сызық – күту шегі.',
    lists: 'Тізімдер: қашан расталды',
    missing: 'жоқ',
    failures: 'Бір тәуліктегі іркілістер',
    noFailures: 'Іркіліс болған жоқ',
    since: (day: string, time: string) => `${day}, ${time} – қазір`,
    goesOn: (time: string) => `басталуы ${time}, жалғасуда`,
    hurt: (failures: number, hurt: number) =>
      `сәтсіз сұрау: ${groupDigits(failures)}, зардап шеккен тапсырыс пен құн есебі: ${groupDigits(hurt)}`,
    day: 'Тәулік, 15 минуттан',
    quarters: { well: 'дұрыс', slow: 'баяу', failed: 'іркіліс', none: 'сұрау болмады' },
    dayOf: (failed: number, slow: number, none: number) =>
      `Тәуліктегі 96 ширек сағат: іркіліс ${failed}, баяу ${slow}, сұрау болмаған ${none}`,
    differences: 'Бірыңғай дерекқормен сәйкессіздіктер',
    kinds: { price: 'сыйлықақы басқа', rescinding: 'шарт тоқтатылмады' },
    sums: (ours: string, theirs: string) => `Бізде ${ours}, дерекқорда ${theirs}`,
    noOrder: 'Тапсырыссыз құн есебі',
    said: (text: string) => `Дерекқордың жауабы: ${text}`,
    found: (time: string, times: number) => `Соңғы рет: ${time}. Барлығы: ${times}`,
    noQueues: 'Кезек бос',
    refresh: 'Жаңарту',
  },
  ru: {
    ...systemWords.ru,
    title: 'Состояние систем',
    took: (ms: number) =>
      ms < 1_000 ? `${ms}\u00a0мс` : `${(ms / 1_000).toFixed(1).replace('.', ',')}\u00a0с`,
    answers: (now: string, usual: string | null) =>
      usual ? `отвечает за ${now}, обычно ${usual}` : `отвечает за ${now}`,
    failed: (failures: number, calls: number) =>
      `сбоев: ${groupDigits(failures)} из ${groupDigits(calls)}`,
    calls: (calls: number) => `запросов: ${groupDigits(calls)}, без сбоев`,
    stepsTitle: 'Шаги продажи',
    stepStates: {
      fails: 'не проходит',
      unsteady: 'со сбоями',
      slow: 'медленно',
      works: 'проходит',
      quiet: 'запросов не было',
    },
    lastWorked: (time: string) => `последний успешный запрос: ${time}`,
    stepWaits: (n: number, waited: string) => `ждут: ${n}, дольше всех ${waited}`,
    issuedByItself: 'Оформление оплаченных заказов повторяется само.',
    failingNow: (operations: string) => `сейчас не проходит: ${operations}`,
    carries: 'SMS сейчас отправляет эта система',
    well: (well: number, asked: number, silent: number) =>
      [
        asked > 0 ? `систем отвечает исправно: ${well} из ${asked}` : '',
        silent > 0 ? `без запросов: ${silent}` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    foot: (systems: string, waiting: number) =>
      `Оплачено и не оформлено: ${waiting} · ${systems} · обновляется каждые 15 секунд`,
    waiting: (n: number) => `Заказов без полиса: ${n}`,
    deaf: (addresses: string) => `Письма о сбоях не доходят: ${addresses}`,
    deafText:
      'Адрес не принимает письма. Сообщите администратору: если продажи встанут, об этом могут не узнать.',
    enterRows: { no_tariff: 'Внести таблицы тарифа', no_insurer: 'Внести комиссию' },
    at: (time: string) => `Данные на ${time}`,
    stages: {
      quote: { title: '1. Данные клиента', without: 'без них нет расчёта' },
      payment: { title: '2. Цена, согласие, оплата', without: 'без них нет оплаты' },
      issue: { title: '3. Оформление и дальше', without: 'без них полис ждёт' },
    },
    spark: (took: string | null, failures: number) =>
      took
        ? `Последние 15 минут: средний ответ ${took}, сбоев: ${failures}`
        : `Последние 15 минут: ответов не было, сбоев: ${failures}`,
    queues: 'Очереди: сколько ждёт самое старое задание',
    moreQueues: (n: number) => `Ещё очередей: ${n}`,
    line: 'Черта – предел ожидания.',
    lists: 'Перечни: когда подтверждены',
    missing: 'нет',
    failures: 'Сбои за сутки',
    noFailures: 'Сбоев не было',
    since: (day: string, time: string) => `${day}, ${time} – сейчас`,
    goesOn: (time: string) => `с ${time}, продолжается`,
    hurt: (failures: number, hurt: number) =>
      `неудачных запросов: ${groupDigits(failures)}, затронуто заказов и расчётов: ${groupDigits(hurt)}`,
    day: 'Сутки по 15 минут',
    quarters: { well: 'в порядке', slow: 'медленно', failed: 'сбои', none: 'запросов не было' },
    dayOf: (failed: number, slow: number, none: number) =>
      `Из 96 интервалов по 15\u00a0минут: со сбоями ${failed}, медленных ${slow}, без запросов ${none}`,
    differences: 'Расхождения с единой базой',
    kinds: { price: 'другая премия', rescinding: 'договор не расторгнут' },
    sums: (ours: string, theirs: string) => `У нас ${ours}, в базе ${theirs}`,
    noOrder: 'Расчёт стоимости без заказа',
    said: (text: string) => `Ответ базы: ${text}`,
    found: (time: string, times: number) => `Последний раз: ${time}. Всего: ${times}`,
    noQueues: 'Очередь пуста',
    refresh: 'Обновить',
  },
})

const broken = { kz: 'байланыс үзілді', ru: 'связь прервалась' }
const unreachable = { kz: 'қосылу мүмкін болмады', ru: 'не удалось подключиться' }
/** Reasons noted for a failed call of ours: codes of the network, words of the client. */
const reasonsIn = (locale: Locale): Record<string, string> => ({
  ECONNRESET: broken[locale],
  EPIPE: broken[locale],
  UND_ERR_SOCKET: broken[locale],
  ECONNREFUSED: unreachable[locale],
  ENOTFOUND: unreachable[locale],
  EAI_AGAIN: unreachable[locale],
  UND_ERR_CONNECT_TIMEOUT: unreachable[locale],
})

export const troubleWords = texts({
  kz: {
    status: (code: string) => `қатемен жауап берді: ${code}`,
    unreadable: 'жауабы түсініксіз',
    reasons: {
      ...reasonsIn('kz'),
      'time limit': 'уақытында жауап бермеді',
      'circuit open': 'қате көп болғандықтан, сұрау уақытша тоқтатылды',
      'every session is busy': 'барлық қосылым бос емес',
      failed: 'сұрау орындалмады',
    } as Record<string, string>,
  },
  ru: {
    status: (code: string) => `ответ с ошибкой ${code}`,
    unreadable: 'ответ не разобрать',
    reasons: {
      ...reasonsIn('ru'),
      'time limit': 'не ответила вовремя',
      'circuit open': 'после сбоев запросы приостановлены',
      'every session is busy': 'все соединения заняты',
      failed: 'запрос не удался',
    },
  },
})

export const heldUpWords = texts({
  kz: {
    title: 'Іркіліске байланысты күтіп тұр',
    tell: (n: number) => `Хабарлау: ${n}…`,
    retry: 'Ресімдеуді қайталау',
    tried: (n: number) => `Ресімдеу қайта басталды: ${n}`,
    nobody: 'Енді күтіп тұрған ешкім жоқ',
    paid: (sum: string) => `${sum} төледі, полисін күтіп тұр`,
    year: 'Home: келесі жылдың шарты тіркелмеді',
    asked: (sum: string) => `Home: ай үшін ${sum}, банк жауап бермей тұр`,
    attempts: (n: number) => `талпыныс: ${n}`,
    next: (time: string) => `келесісі: ${time}`,
    told: (time: string, unreached: boolean) =>
      unreached ? 'SMS жетпейді, қоңырау шалыңыз' : `хабарланған уақыты: ${time}`,
    noPhone: 'телефоны жоқ',
    tellTitle: 'Полистің кешігіп жатқанын хабарлау',
    send: (n: number) => `SMS жіберу: ${n}`,
    sent: 'SMS жіберіліп жатыр',
    inLanguage: {
      kz: (n: number) => `Қазақша, адам саны: ${n}`,
      ru: (n: number) => `Орысша, адам саны: ${n}`,
    },
    once: 'Әр адамға бір рет қана жіберіледі. Кім жібергені тапсырыс тарихында қалады.',
  },
  ru: {
    title: 'Ждут из-за сбоя',
    tell: (n: number) => `Сообщить: ${n}…`,
    retry: 'Оформить полисы снова',
    tried: (n: number) => `Оформляем снова: ${n}`,
    nobody: 'Больше никто не ждёт',
    paid: (sum: string) => `оплачено ${sum}, ждёт полис`,
    year: 'Home: договор следующего года не зарегистрирован',
    asked: (sum: string) => `Home: ${sum} за месяц, банк не отвечает`,
    attempts: (n: number) => `попыток: ${n}`,
    next: (time: string) => `следующая в ${time}`,
    told: (time: string, unreached: boolean) =>
      unreached ? 'SMS не доходят, позвоните' : `сообщено в ${time}`,
    noPhone: 'нет телефона',
    tellTitle: 'Сообщить о задержке полиса',
    send: (n: number) => `Отправить SMS: ${n}`,
    sent: 'SMS отправляются',
    inLanguage: {
      kz: (n: number) => `По-казахски, человек: ${n}`,
      ru: (n: number) => `По-русски, человек: ${n}`,
    },
    once: 'Каждому уйдёт только одно SMS. Кто отправил, видно в истории заказа.',
  },
})
