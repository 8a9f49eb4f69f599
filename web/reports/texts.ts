import { groupDigits } from '#domain/format.ts'
import { saleSources } from '#texts/report-words.ts'
import { orderStates } from '#texts/states.ts'
import { plural, texts } from '../texts.ts'

/** Words of both reports: period, filters, totals, files. */
export default texts({
  kz: {
    filters: 'Кезең және сүзгілер',
    from: 'Басталу күні',
    to: 'Аяқталу күні',
    today: 'Бүгін',
    month: 'Осы ай',
    previous: 'Өткен ай',
    period: 'Кезең',
    own: 'басқа кезең',
    reset: 'Тазарту',
    any: 'Барлығы',
    status: 'Күйі',
    source: 'Қайдан',
    insurer: 'Компания',
    promoter: 'Промоутер',
    sort: 'Реті',
    sorts: {
      newest: 'Алдымен жаңасы',
      oldest: 'Алдымен ескісі',
      dearest: 'Алдымен қымбаты',
      cheapest: 'Алдымен арзаны',
    },
    tooLong: (days: number) => `${days} күннен аспайтын кезеңді таңдаңыз`,
    totals: 'Жиынтық',
    inForce: (policies: string) => `төленген әрі қолданыста: ${policies}`,
    count: 'Саны',
    more: 'Тағы көрсету',
    pages: 'Беттер',
    rowsOf: (first: string, all: string) => `${first}-жолдан бастап, барлығы ${all}`,
    shown: (n: number) => `${n} жол көрсетілді`,
    narrow: (n: number) =>
      `Алғашқы ${groupDigits(n)} жол көрсетілді. Қалғанын көру үшін кезеңді не сүзгілерді нақтылаңыз. Файлда барлық жол бар.`,
    empty: 'Бұл кезеңде ештеңе табылмады',
    emptyText: 'Басқа кезеңді таңдаңыз немесе сүзгілерді алып тастаңыз.',
    files: 'Файлға шығару',
    xlsx: 'XLSX',
    csv: 'CSV',
    making: (size: string) => `Файл дайындалып жатыр: ${size}`,
    stop: 'Тоқтату',
    saved: 'Файл жүктеп алынды',
    failed: 'Файл жүктеп алынбады. Қайталап көріңіз.',
    allFiles: 'Барлық файлдар',
    statuses: orderStates.kz as Record<string, string>,
    sources: saleSources.kz,
  },
  ru: {
    filters: 'Период и фильтры',
    from: 'С даты',
    to: 'По дату',
    today: 'Сегодня',
    month: 'Этот месяц',
    previous: 'Прошлый месяц',
    period: 'Период',
    own: 'другой период',
    reset: 'Сбросить',
    any: 'Все',
    status: 'Статус',
    source: 'Источник',
    insurer: 'Компания',
    promoter: 'Промоутер',
    sort: 'Порядок',
    sorts: {
      newest: 'Сначала новые',
      oldest: 'Сначала старые',
      dearest: 'Сначала дорогие',
      cheapest: 'Сначала недорогие',
    },
    tooLong: (days: number) =>
      `Выберите период не длиннее ${plural('ru', days, { one: '{n} дня', other: '{n} дней' })}`,
    totals: 'Итого',
    inForce: (policies: string) => `оплачено и действует: ${policies}`,
    count: 'Количество',
    more: 'Показать ещё',
    pages: 'Страницы',
    rowsOf: (first: string, all: string) => `с ${first}-й строки из ${all}`,
    shown: (n: number) =>
      plural('ru', n, {
        one: 'Показана {n} строка',
        few: 'Показаны {n} строки',
        many: 'Показано {n} строк',
        other: 'Показаны {n} строки',
      }),
    narrow: (n: number) =>
      `Показаны первые ${groupDigits(n)} строк. Чтобы увидеть остальные, уточните период или фильтры. В файле есть все строки.`,
    empty: 'За этот период ничего не найдено',
    emptyText: 'Выберите другой период или уберите фильтры.',
    files: 'Выгрузка в файл',
    xlsx: 'XLSX',
    csv: 'CSV',
    making: (size: string) => `Файл готовится: ${size}`,
    stop: 'Остановить',
    saved: 'Файл скачан',
    failed: 'Файл не скачался. Попробуйте ещё раз.',
    allFiles: 'Все выгрузки',
    statuses: orderStates.ru as Record<string, string>,
    sources: saleSources.ru,
  },
})

export const orderWords = texts({
  kz: {
    title: 'Тапсырыстар есебі',
    caption: 'Кезеңдегі тапсырыстар',
  },
  ru: {
    title: 'Отчёт по заказам',
    caption: 'Заказы за период',
  },
})

export const claimWords = texts({
  kz: {
    title: 'Өтінімдер есебі',
    caption: 'Кезеңдегі өтінімдер',
  },
  ru: {
    title: 'Отчёт по заявкам',
    caption: 'Заявки за период',
  },
})
