import { licence, type Seed } from './seed.ts'

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
