import { groupDigits } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import { type ReportName, reportTitles } from '#texts/reports.ts'
import { plural, texts } from '../texts.ts'

const of = (done: number, all: number) => `${groupDigits(done)} / ${groupDigits(all)}`

const titlesIn = (locale: Locale): Record<ReportName, string> => ({
  orders: reportTitles.orders[locale],
  movements: reportTitles.movements[locale],
  claims: reportTitles.claims[locale],
  matched: reportTitles.matched[locale],
  refunds: reportTitles.refunds[locale],
  insurers: reportTitles.insurers[locale],
  promoters: reportTitles.promoters[locale],
})

const rowForms = { one: '{n} строка', few: '{n} строки', many: '{n} строк', other: '{n} строки' }
const timesForms = { one: '{n} раз', few: '{n} раза', many: '{n} раз', other: '{n} раза' }

/** Files of reports that are made in the background. */
export default texts({
  kz: {
    caption: 'Есептердің файлдары',
    what: 'Есеп',
    reports: titlesIn('kz'),
    file: 'Файл',
    persons: 'ЖСН',
    personNames: { masked: 'соңғы 4 цифр', full: 'толық' },
    reason: 'Толық ЖСН не үшін керек',
    reasonHint: 'Кемінде 10 таңба. Жазғаныңыз сұраумен бірге сақталады.',
    start: 'Дайындау',
    started: 'Файл дайындалып жатыр. Бетті жабуға болады.',
    line: (format: string, persons: string) => `${format} · ЖСН: ${persons}`,
    why: (reason: string) => `мақсаты: ${reason}`,
    queued: 'кезекте',
    rows: (n: number) => `${groupDigits(n)} жол`,
    rowsOf: (done: number, all: number) => `${of(done, all)} жол`,
    ready: (size: string) => `дайын, ${size}`,
    downloads: (n: number) => `${n} рет жүктеп алынды`,
    until: (time: string) => `сақталу мерзімі: ${time}`,
    stopped: 'тоқтатылды',
    gone: '24 сағаттан кейін жойылды',
    download: 'Жүктеп алу',
    stop: 'Тоқтату',
    again: 'Қайта дайындау',
    saved: 'Файл жүктеп алынды',
    holds: {
      orders: 'Полис, сақтанушы, көлік, сыйлықақы, комиссия, төлем',
      movements: 'Сатылымдар мен тоқтатылған шарттар: сақтандыру компаниясымен салыстыру үшін',
      claims: 'Өтінімдердің күйі, сомалары, шешім мен сақтандыру төлемінің күні',
      matched: 'Қай төлем үзінді көшірменің қай жолына сәйкес келгені',
      refunds: 'Клиентке қайтарылған сома, себебі, жіберілген күні',
      insurers: 'Әр компанияға аударылатын сома, комиссиямыз, қалдық',
      promoters: 'Әр промоутердің сатылымы мен сыйақысы',
    } satisfies Record<ReportName, string>,
    none: 'Файлдар әлі сұралмаған.',
    noneText:
      'Дайын файлдар осы жерде 24 сағат сақталады. Төмендегі батырмалар XLSX дайындайды, ЖСН-нің соңғы 4 цифры ғана көрінеді; басқасын жоғарыда таңдаңыз.',
    foot: (making: number, ready: number) =>
      `Дайындалып жатыр: ${making} · дайын: ${ready} · файлдар 24 сағат сақталады, әр жүктеп алу журналға жазылады`,
  },
  ru: {
    caption: 'Файлы отчётов',
    what: 'Отчёт',
    reports: titlesIn('ru'),
    file: 'Файл',
    persons: 'ИИН',
    personNames: { masked: 'последние 4 цифры', full: 'полностью' },
    reason: 'Зачем нужны полные ИИН',
    reasonHint: 'Не меньше 10 символов. Текст хранится вместе с запросом.',
    start: 'Подготовить',
    started: 'Файл готовится. Страницу можно закрыть.',
    line: (format: string, persons: string) => `${format} · ИИН: ${persons}`,
    why: (reason: string) => `зачем: ${reason}`,
    queued: 'в очереди',
    rows: (n: number) => plural('ru', n, rowForms).replace(String(n), groupDigits(n)),
    rowsOf: (done: number, all: number) => `строк: ${of(done, all)}`,
    ready: (size: string) => `готов, ${size}`,
    downloads: (n: number) => `скачан ${plural('ru', n, timesForms)}`,
    until: (time: string) => `хранится до ${time}`,
    stopped: 'остановлен',
    gone: 'удалён через 24 часа',
    download: 'Скачать',
    stop: 'Остановить',
    again: 'Подготовить снова',
    saved: 'Файл скачан',
    holds: {
      orders: 'Полис, страхователь, автомобиль, премия, комиссия, оплата',
      movements: 'Продажи и прекращённые договоры: для сверки со страховой компанией',
      claims: 'Статус заявок, суммы, даты решения и выплаты',
      matched: 'Какой платёж какой строке выписки соответствует',
      refunds: 'Сколько вернули клиенту, почему и когда отправили',
      insurers: 'К перечислению каждой компании, наша комиссия, остаток',
      promoters: 'Продажи и вознаграждение каждого промоутера',
    },
    none: 'Файлов ещё не запрашивали.',
    noneText:
      'Готовые файлы хранятся здесь 24 часа. Кнопки ниже готовят XLSX, от ИИН видны только последние 4 цифры; другое выберите выше.',
    foot: (making: number, ready: number) =>
      `Готовится: ${making} · готово: ${ready} · файлы хранятся 24 часа, каждое скачивание записывается в журнал`,
  },
})
