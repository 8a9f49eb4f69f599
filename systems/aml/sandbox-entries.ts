import type { Day } from '#domain/calendar.ts'
import { checkDigitOf } from '#domain/iin.ts'

/**
 * Invented entries of the sandbox's lists: nobody real. Serial numbers 998x keep their IINs apart
 * from the ready people's 999x.
 */

export type AfmRow = {
  lname: string
  fname: string
  mname: string
  birthdate: Day | null
  iin: string
  note: string
}

const row = (lname: string, fname: string, mname: string, birthdate: Day, note = ''): AfmRow => ({
  lname,
  fname,
  mname,
  birthdate,
  iin: inventedIin(birthdate, /қызы$|овна$|евна$/i.test(mname)),
  note,
})

/**
 * Ten persons: spellings, one without IIN, one namesake of the demonstration client born in another
 * year.
 */
export const afmPersons: AfmRow[] = [
  row('ҚАРАБАЛИН', 'ЖАСҰЛАН', 'БЕКЕНҰЛЫ', '1981-02-14', 'приговор суда'),
  row('ТӨРЕҒАЛИ', 'ӘСКЕР', 'ҚАЙРАТҰЛЫ', '1977-11-03'),
  row('ЛАГУТИН', 'ВИКТОР', 'СЕМЁНОВИЧ', '1969-06-30'),
  row('ЫСҚАҚОВА', 'ГҮЛНӘР', 'ДӘУЛЕТҚЫЗЫ', '1990-09-09'),
  row('МЫРЗАХМЕТОВ', 'ЕРҒАЛИ', 'ТҰРАРҰЛЫ', '1986-04-21', 'он же МЫРЗАҒАЛИ'),
  row('САЛИХОВ', 'РУСТАМ', 'АНВАРОВИЧ', '1974-01-17'),
  {
    lname: 'ҚАСЫМОВ',
    fname: 'БОЛАТ',
    mname: 'ҚАСЫМ-ҰЛЫ',
    birthdate: '1983-07-12',
    iin: '',
    note: 'ИИН не установлен',
  },
  {
    lname: 'ӘБДІҚАДЫРОВ',
    fname: 'НҰРЛАН',
    mname: 'СЕРІКҰЛЫ',
    birthdate: '1961-12-02',
    iin: '',
    note: 'ИИН не установлен',
  },
  {
    lname: 'ДЖУМАБАЕВ',
    fname: 'ТИМУР',
    mname: '-',
    birthdate: null,
    iin: '-',
    note: 'дата рождения не установлена',
  },
  row('ОМАРБЕКОВ', 'САНЖАР', 'ҚАНАТҰЛЫ', '1995-05-25'),
]
/** Just added: only in the `included` file. */
export const afmIncluded: AfmRow[] = [
  row('БЕЙСЕНҒАЗИН', 'ӘЛІБЕК', 'МҰРАТҰЛЫ', '1988-08-18', 'включён недавно'),
]
/** Removed from the list. */
export const afmExcluded: AfmRow[] = [
  row('ТҰРЫСПЕКОВ', 'ҒАЛЫМ', 'ОРАЗҰЛЫ', '1979-03-05', 'исключён по решению суда'),
]

export const afmOrganisations = [
  { org_name: '«ҚАРА ЖОЛ» ҰЙЫМЫ', org_name_en: 'QARA JOL' },
  { org_name: 'ОРГАНИЗАЦИЯ «СЕВЕРНЫЙ ВЕТЕР»', org_name_en: 'NORTH WIND' },
  { org_name: '«ТҮН» ТОБЫ', org_name_en: 'TUN GROUP; TUN NETWORK' },
]
/** The section that counts from 1 again. */
export const afmOrganisationsCis = [{ org_name: '«ДАЛЬНИЙ БЕРЕГ»', org_name_en: 'FAR SHORE' }]
/** A person whom the publisher names among organisations, by `org_iin`. */
export const afmPersonAsOrganisation = row(
  'ЕСЕНҚҰЛОВ',
  'ДАНИЯР',
  'САҒАТҰЛЫ',
  '1984-10-06',
  'включен от 12.05.2021',
)

export const pepPersons: AfmRow[] = [
  row('СЕЙТҚАЛИЕВ', 'МАРАТ', 'ІЛИЯСҰЛЫ', '1970-10-10', 'депутат маслихата'),
  row('ГОРДЕЕВА', 'АННА', 'ПАВЛОВНА', '1978-05-19', 'заместитель акима'),
]

export const wmdTexts = [
  'Ким Чхоль Мин, Вымышленные названия: Kim Chol Min; Ким Чол-Мин Дата рождения: 14.07.1968 Адрес: Пхеньян Дата внесения в перечень: 22.01.2013 Прочая информация: Должностное лицо',
  'Рахими Давуд, Вымышленные названия: Davoud Rahimi Дата рождения: 1959 Дата внесения в перечень: 03.03.2008 Прочая информация: Инженер',
  'Пак Сон Иль, Дата внесения в перечень: 30.11.2016 Прочая информация: Дата рождения не указана',
  'Торговая компания «Восточный порт», Вымышленные названия: Eastern Port Trading Р.И.К.: нет Адрес: Пхеньян Дата внесения в перечень: 02.03.2016',
]

export type UnRow = {
  names: string[]
  script?: string
  births: {
    type: 'EXACT' | 'APPROXIMATELY' | 'BETWEEN'
    date?: Day
    year?: number
    from?: number
    to?: number
  }[]
  aliases: { quality: 'Good' | 'Low'; name: string }[]
}
export const unIndividuals: UnRow[] = [
  {
    names: ['DAULET', 'KASSYMULY', 'ZHANDOSOV'],
    births: [{ type: 'EXACT', date: '1975-05-20' }],
    aliases: [
      { quality: 'Good', name: 'Dawlet Jandosov; Daulet Qasymuly Jandosov' },
      { quality: 'Low', name: 'Nurlan Abdikadyrov' },
    ],
  },
  {
    names: ['HAMID', 'AL-SAYYID', 'NASIR'],
    births: [{ type: 'BETWEEN', from: 1964, to: 1967 }],
    aliases: [{ quality: 'Good', name: 'Hamid Nasser' }],
  },
  {
    names: ['OMAR', 'FAROUQ'],
    script: 'عمر فاروق',
    births: [
      { type: 'APPROXIMATELY', year: 1980 },
      { type: 'EXACT', date: '1981-01-01' },
    ],
    aliases: [],
  },
  { names: ['TIMUR', 'SADYKOV'], births: [], aliases: [{ quality: 'Low', name: 'Timka' }] },
]
export const unEntities = ['EASTERN FRONT OF STEPPE', 'RELIEF FUND OF THE VALLEY']

function inventedIin(birthDate: Day, isWoman: boolean): string {
  const century = (birthDate < '2000' ? 3 : 5) + (isWoman ? 1 : 0)
  const start = `${birthDate.slice(2, 4)}${birthDate.slice(5, 7)}${birthDate.slice(8, 10)}${century}`
  for (let serial = 9980; serial < 9990; serial++) {
    const check = checkDigitOf(`${start}${serial}`)
    if (check !== null) return `${start}${serial}${check}`
  }
  return ''
}
