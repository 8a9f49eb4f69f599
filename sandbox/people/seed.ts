import type { About, Person } from '#systems/sandbox-kit.ts'

/** A ready person as far as they differ from everybody: the rest is filled in. */
export type Seed = Omit<Partial<Person>, 'about' | 'documents'> & {
  iin: string
  names: [surname: string, name: string, patronymic: string]
  about: About
  documents?: Person['documents']
}

/** A driver's licence; dates are days. */
export function licence(
  number: string,
  issueDate: string,
  validTo: string,
  experienceFrom: string,
) {
  return { number, issueDate, validTo, experienceFrom }
}

/** Returns an identity document. */
export function document(
  type: Person['documents'][number]['type'],
  number: string,
  issueDate: string,
  valid: boolean,
) {
  return { type, number, issueDate, valid }
}

/** How they and others answer: the phone, 1414, scoring, a silent register; then the desks. */
export const ofAnswers: Seed[] = [
  {
    iin: '920611399904',
    names: ['Ким', 'Виктор', 'Олегович'],
    phoneLinked: false,
    about: {
      kz: 'Телефоны ұялы азаматтар базасында (БМГ) ЖСН-ге тіркелмеген.',
      ru: 'Телефон не привязан к ИИН в базе мобильных граждан (БМГ).',
      en: 'The phone is not linked to the IIN in the mobile citizens base.',
    },
  },
  {
    iin: '891109499906',
    names: ['Нұрпейісова', 'Гүлнар', 'Бақытқызы'],
    consent: 'no',
    about: {
      kz: '1414 сұрауына өзі «жоқ» деп жауап береді.',
      ru: 'На запрос 1414 сама отвечает «нет».',
      en: 'Answers "no" to 1414 by herself.',
    },
  },
  {
    iin: '960120399902',
    names: ['Сейдахметов', 'Ильяс', 'Талғатұлы'],
    about: {
      kz: '1414 сұрауына ешқашан жауап бермейді: жауап бермеңіз, сұраудың мерзімі өтеді.',
      ru: 'Никогда не отвечает 1414: не отвечайте за него, и запрос истечёт.',
      en: 'Never answers 1414: leave the message unanswered and the request expires.',
    },
  },
  {
    iin: '861214399905',
    names: ['Ақышев', 'Тимур', 'Рашидұлы'],
    scoring: 'unavailable',
    about: {
      kz: 'Скоринг қолжетімсіз: 5 коды.',
      ru: 'Скоринг недоступен: код 5.',
      en: 'Scoring is unavailable: code 5.',
    },
  },
  {
    iin: '950303499901',
    names: ['Петрова', 'Светлана', 'Игоревна'],
    registers: 'timeout',
    about: {
      kz: 'Бұл адам үшін барлық тіркелім жауап бермейді: 12002 коды.',
      ru: 'По этому человеку все регистры не отвечают: 12002.',
      en: 'Every register times out for this person: 12002.',
    },
  },
  {
    iin: '900101399908',
    names: ['Досжанов', 'Әділет', 'Қанатұлы'],
    bonusMalus: { kind: 'CLASS', class: '6' },
    about: {
      kz: 'Промоутер: демонстрациялық портал осы ЖСН-мен ашылады.',
      ru: 'Промоутер: с этим ИИН открывается демонстрационный портал.',
      en: 'The promoter of the demonstration portal.',
    },
  },
  {
    iin: '850505499909',
    names: ['Ермекова', 'Жанар', 'Сәбитқызы'],
    bonusMalus: { kind: 'CLASS', class: '8' },
    about: {
      kz: 'Бухгалтер: демонстрациялық қызметкер.',
      ru: 'Бухгалтер: демонстрационный сотрудник.',
      en: 'The demonstration accountant.',
    },
  },
]

/** Further ways through the product: classes, namesakes, beginners, an empty phone. */
export const further: Seed[] = [
  {
    iin: '880214399916',
    names: ['Байжанов', 'Өркен', 'Жанатұлы'],
    bonusMalus: { kind: 'CLASS', class: '10' },
    driverLicence: licence('AB100019', '2021-02-20', '2031-02-20', '2009-03-05'),
    about: {
      kz: 'Екінші қарапайым жүргізуші: 10-сынып (0,65).',
      ru: 'Второй обычный водитель: класс 10 (0,65).',
      en: 'A second ordinary driver: class 10 (0.65).',
    },
  },
  {
    iin: '900622499917',
    names: ['Смағұлова', 'Мөлдір', 'Ерболқызы'],
    bonusMalus: { kind: 'CLASS', class: '3' },
    driverLicence: licence('AB100020', '2022-07-01', '2032-07-01', '2012-07-10'),
    about: {
      kz: 'Үшінші қарапайым жүргізуші: 3-сынып (1,00).',
      ru: 'Третий обычный водитель: класс 3 (1,00).',
      en: 'A third ordinary driver: class 3 (1.00).',
    },
  },
  {
    iin: '830304399916',
    names: ['Қасымов', 'Болат', 'Қасымұлы'],
    about: {
      kz: 'Тізімдегі ЖСН-сіз жазбаның аттасы, туған жылы да бірдей: өзі тізімде жоқ, қызметкер тексергенше сату тоқтайды (KYC).',
      ru: 'Тёзка записи без ИИН с тем же годом рождения: сам в списке не состоит, продажа ждёт проверки сотрудником (KYC).',
      en: 'A namesake of an entry without IIN, born in the same year: not on a list, but held for review by staff (KYC).',
    },
  },
  {
    iin: '860707399912',
    names: ['Айтжанов', 'Мәди', 'Ғабитұлы'],
    lists: ['PEP'],
    about: {
      kz: 'Жария лауазымды тұлға (PEP): белгі қойылады, сату тоқтамайды.',
      ru: 'Публичное должностное лицо (PEP): только отметка, продажа не останавливается.',
      en: 'Politically exposed person (PEP): flagged only, the sale goes on.',
    },
  },
  {
    iin: '870901499925',
    names: ['Ли', 'Елена', 'Сергеевна'],
    scoring: 'bad',
    bonusMalus: { kind: 'CLASS', class: '1' },
    about: {
      kz: 'Скоринг нашар: 5 коды, қабылдайтын басқа сақтандырушыны таңдауға болады.',
      ru: 'Плохой скоринг: код 5, можно выбрать страховщика, который принимает.',
      en: 'Bad scoring: code 5, an insurer that accepts can be chosen.',
    },
  },
  {
    iin: '930412399924',
    names: ['Жүнісов', 'Санжар', 'Оралұлы'],
    inEsbd: false,
    about: {
      kz: 'Жеке тұлғалар тіркелімінде бар, бірыңғай дерекқорда әлі жоқ.',
      ru: 'Есть в регистре физлиц, в единой базе страхования ещё нет.',
      en: 'Found in the persons register, not yet in the unified insurance database.',
    },
  },
  {
    iin: '951108399918',
    names: ['Рахметов', 'Шыңғыс', 'Болатұлы'],
    bonusMalus: { kind: 'FIRST', class: '3' },
    driverLicence: licence('AB100025', '2018-05-12', '2028-05-12', '2018-05-12'),
    about: {
      kz: 'Алғаш рет сақтанады: 3-сынып × 1,20.',
      ru: 'Страхуется впервые: класс 3 × 1,20.',
      en: 'First contract ever: class 3 × 1.20.',
    },
  },
  {
    iin: '910330499911',
    names: ['Омарова', 'Назгүл', 'Тілекқызы'],
    bonusMalus: { kind: 'CLASS', class: '5' },
    about: {
      kz: 'Телефонында банк әмияны жоқ: шот 10301 кодымен қайтады.',
      ru: 'На телефоне нет кошелька банка: счёт отклоняется с 10301.',
      en: 'The phone has no bank wallet: the invoice is refused with 10301.',
    },
  },
  {
    iin: '060512599918',
    names: ['Кузнецов', 'Данил', 'Андреевич'],
    driverLicence: licence('AB100027', '2024-05-20', '2034-05-20', '2024-05-20'),
    about: {
      kz: '25 жасқа толмаған, өтілі 2 жылдан көп: коэффициент 1,05.',
      ru: 'Моложе 25 лет, стаж больше 2 лет: коэффициент 1,05.',
      en: 'Under 25 with more than 2 years of experience: coefficient 1.05.',
    },
  },
  {
    iin: '980817499911',
    names: ['Әлімбаева', 'Дана', 'Ерікқызы'],
    bonusMalus: { kind: 'CLASS', class: 'M' },
    driverLicence: licence('AB100028', '2022-01-25', '2032-01-25', '2017-01-25'),
    about: {
      kz: 'Апаттары көп: M сыныбы (2,45).',
      ru: 'Частые аварии: класс M (2,45).',
      en: 'Many accidents: class M (2.45).',
    },
  },
]

/** People with special records in the registers: licences, papers, lists, the unified database. */
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
