import type { Localized } from '#domain/locale.ts'

/**
 * Short names of watch lists, where the name in law does not fit: rows, strips. By the list's code;
 * a list without one here has its own name.
 */
export const shortLists: Localized<Readonly<Record<string, string>>> = {
  kz: {
    TERROR: 'Терроризм, экстремизм',
    TERROR_FINANCING: 'Терроризмді қаржыл.',
    WMD: 'ЖҚҚ таралуы',
    UN: 'БҰҰ Қауіпсіздік Кеңесі',
    PEP: 'Жария лауазымды адамдар',
  },
  ru: {
    TERROR: 'Терроризм, экстремизм',
    TERROR_FINANCING: 'Финанс. терроризма',
    WMD: 'Распространение ОМУ',
    UN: 'Совбез ООН',
    PEP: 'Публичные должностные лица',
  },
}
