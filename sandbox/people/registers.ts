import { document, licence, type Seed } from './seed.ts'

/** What the registers say of them: licences, papers, lists, the unified database. */
export const ofRegisters: Seed[] = [
  {
    iin: '850315399904',
    names: ['Әбдіқадыров', 'Нұрлан', 'Серікұлы'],
    bonusMalus: { kind: 'CLASS', class: '7' },
    driverLicence: licence('AB100001', '2019-04-02', '2029-04-02', '2006-05-20'),
    about: {
      kz: 'Бәрі дұрыс: 7-сынып, телефоны белгілі, демонстрациялық клиент.',
      ru: 'Всё в порядке: класс 7, телефон известен, демонстрационный клиент.',
      en: 'Everything is fine: class 7, phone known, the demonstration client.',
    },
  },
  {
    iin: '580210499908',
    names: ['Жақсыбекова', 'Күләш', 'Әбенқызы'],
    bonusMalus: { kind: 'CLASS', class: '13' },
    driverLicence: licence('AB100002', '2020-03-11', '2030-03-11', '1986-09-01'),
    benefit: true,
    about: {
      kz: 'Зейнеткер: 50 % жеңілдікке құқығы бар.',
      ru: 'Пенсионер: льгота 50 % есть.',
      en: 'Pensioner: entitled to the 50 % privilege.',
    },
  },
  {
    iin: '100601599901',
    names: ['Оразбай', 'Дінмұхамед', 'Ерланұлы'],
    bonusMalus: { kind: 'FIRST', class: '3' },
    driverLicence: licence('AB100003', '2026-06-20', '2036-06-20', '2026-06-20'),
    about: {
      kz: 'Кәмелетке толмаған жүргізуші: 12008 коды.',
      ru: 'Несовершеннолетний водитель: отказ 12008.',
      en: 'Under-age driver: refusal 12008.',
    },
  },
  {
    iin: '040808599903',
    names: ['Төлегенов', 'Алихан', 'Дәуренұлы'],
    bonusMalus: { kind: 'CLASS', class: '3' },
    driverLicence: licence('AB100004', '2025-08-15', '2035-08-15', '2025-08-15'),
    about: {
      kz: '25 жасқа толмаған, өтілі 2 жылдан аз: коэффициент 1,10.',
      ru: 'Моложе 25 лет, стаж меньше 2 лет: коэффициент 1,10.',
      en: 'Under 25 with less than 2 years of experience: coefficient 1.10.',
    },
  },
  {
    iin: '900712399909',
    names: ['Қасымов', 'Бауыржан', 'Маратұлы'],
    documents: [
      document('ID_CARD', '099000005', '2012-08-01', false),
      document('PASSPORT', 'N09900005', '2013-02-10', false),
    ],
    about: {
      kz: 'Құжаттарының бәрі ауыстырылған, жарамдысы жоқ: 12000 коды.',
      ru: 'Все документы заменены, действующего нет: отказ 12000.',
      en: 'Only replaced documents, none valid: refusal 12000.',
    },
  },
  {
    iin: '910823499901',
    names: ['Иванова', 'Анна', 'Петровна'],
    documents: [document('FOREIGN_PASSPORT', 'F09900006', '2021-05-14', true)],
    about: {
      kz: 'Тек шетелдік төлқұжаты бар: 12001 коды.',
      ru: 'Есть только иностранный паспорт: отказ 12001.',
      en: 'Has only a foreign passport: refusal 12001.',
    },
  },
  {
    iin: '790101399902',
    names: ['Үсенов', 'Қайсар', 'Төреханұлы'],
    lists: ['TERROR'],
    about: {
      kz: '№ 1 тізімде (TERROR) тұр: 12004 коды.',
      ru: 'Состоит в списке 1 (TERROR): отказ 12004.',
      en: 'Is on list 1 (TERROR): refusal 12004.',
    },
  },
  {
    iin: '880505399908',
    names: ['Каримов', 'Рустам', 'Шавкатович'],
    resident: false,
    about: {
      kz: 'Бейрезидент: 12005 коды.',
      ru: 'Нерезидент: отказ 12005.',
      en: 'Non-resident: refusal 12005.',
    },
  },
  {
    iin: '930930499907',
    names: ['Сағынтаева', 'Айгерім', 'Қайратқызы'],
    driverLicence: null,
    about: {
      kz: 'Жүргізуші куәлігі жоқ: 12006 коды.',
      ru: 'Нет водительского удостоверения: отказ 12006.',
      en: 'Has no driver licence: refusal 12006.',
    },
  },
  {
    iin: '870417399908',
    names: ['Мұратбеков', 'Ғалымжан', 'Асқарұлы'],
    driverLicence: licence('AB100010', '2014-06-01', '2024-06-01', '2008-07-15'),
    about: {
      kz: 'Жүргізуші куәлігінің мерзімі өткен: 12007 коды.',
      ru: 'Водительское удостоверение просрочено: отказ 12007.',
      en: 'The driver licence has expired: refusal 12007.',
    },
  },
  {
    iin: '940226499901',
    names: ['Бекмұхамбетова', 'Әсел', 'Нұрланқызы'],
    setClient: 'fault',
    about: {
      kz: 'Бірыңғай дерекқор оны сақтамайды (SetClient): 12003 коды.',
      ru: 'Единая база не сохраняет его данные (SetClient): отказ 12003.',
      en: 'The unified database refuses to save this person (SetClient): refusal 12003.',
    },
  },
]
