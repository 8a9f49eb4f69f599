import type { Seed } from './seed.ts'

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
