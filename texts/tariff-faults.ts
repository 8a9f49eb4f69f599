import type { Localized } from '#domain/locale.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import type { FoundFault, TableFault } from '#domain/ogpo/tables-check.ts'

const tables: Partial<Record<keyof Tables, Localized>> = {
  effectiveFrom: { kz: 'Кестелердің бірінші күні', ru: 'Первый день таблиц' },
  effectiveTo: { kz: 'Кестелердің соңғы күні', ru: 'Последний день таблиц' },
  mrp: { kz: 'АЕК', ru: 'МРП' },
  baseMultiple: { kz: 'Базалық сыйлықақы', ru: 'Базовая премия' },
  correctionMaxDeviation: { kz: 'Түзету коэффициентінің шегі', ru: 'Предел корректировки' },
  regions: { kz: 'Аумақтар', ru: 'Территории' },
  settlement: { kz: 'Елді мекендер', ru: 'Населённые пункты' },
  vehicleTypes: { kz: 'Көлік түрлері', ru: 'Типы транспорта' },
  ageExperience: { kz: 'Жас пен өтіл', ru: 'Возраст и стаж' },
  legalEntity: { kz: 'Заңды тұлғалар', ru: 'Юридические лица' },
  vehicleAge: { kz: 'Көліктің жасы', ru: 'Возраст транспорта' },
  bonusMalus: { kz: '«Бонус-малус» кестесі', ru: 'Таблица «бонус-малус»' },
  privilege: { kz: 'Жеңілдік', ru: 'Льгота' },
  termination: { kz: 'Мерзімінен бұрын тоқтату', ru: 'Досрочное прекращение' },
  liabilityLimits: { kz: 'Сақтандыру сомалары', ru: 'Страховые суммы' },
}

const faults: Record<TableFault, Localized> = {
  day: { kz: 'мұндай күн жоқ', ru: 'такого дня нет' },
  year: { kz: 'кестелер бір жылға ғана енгізіледі', ru: 'таблицы вводят на один год' },
  order: { kz: 'соңғы күні біріншісінен бұрын', ru: 'последний день раньше первого' },
  range: { kz: 'мәні шектен тыс', ru: 'значение вне допустимых пределов' },
  far: { kz: 'бұрынғы мәнінен тым алыс', ru: 'значение слишком далеко от прежнего' },
  missing: { kz: 'бұл жол жоқ', ru: 'этой строки нет' },
  unknown: { kz: 'мұндай жол болмауы керек', ru: 'такой строки быть не должно' },
  twice: { kz: 'бұл жол екі рет жазылған', ru: 'эта строка записана дважды' },
  gap: {
    kz: 'жолдар арасында бос орын бар немесе олар қабаттасады',
    ru: 'между строками пропуск, или они пересекаются',
  },
}

/** Returns «Территории, ALMATY_CITY: этой строки нет»: the table, the row, its fault. */
export function tariffFaultText({ table, row, fault }: FoundFault): Localized {
  const name = tables[table] ?? { kz: table, ru: table }
  const of = row ? `, ${row}` : ''
  return {
    kz: `${name.kz}${of}: ${faults[fault].kz}`,
    ru: `${name.ru}${of}: ${faults[fault].ru}`,
  }
}
