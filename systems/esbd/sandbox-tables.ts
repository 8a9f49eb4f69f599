/**
 * The tables of this database. Ids 1–20 and the types are the public ones; those of the regions of
 * 2022 are this sandbox's own, as nobody outside knows the operator's. `code` is the tariff's; what
 * has none is in the table all the same.
 */
export const tables = {
  TF_TYPES: [
    { id: 4, code: 'PASSENGER', name: 'Легковые' },
    { id: 5, code: 'BUS_UP_TO_16', name: 'Автобусы до 16 пассажирских мест включительно' },
    { id: 11, code: 'BUS_OVER_16', name: 'Автобусы свыше 16 пассажирских мест' },
    { id: 6, code: 'TRUCK', name: 'Грузовые' },
    { id: 7, code: 'TROLLEYBUS_TRAM', name: 'Троллейбусы, трамваи' },
    { id: 8, code: 'MOTORCYCLE', name: 'Мототранспорт' },
    { id: 10, code: 'TRAILER', name: 'Прицепы (полуприцепы)' },
    { id: 12, code: null, name: 'Воздушный транспорт' },
    { id: 13, code: null, name: 'Морской транспорт' },
    { id: 14, code: null, name: 'Железнодорожный транспорт' },
    { id: 15, code: null, name: 'Спец.техника' },
  ],
  REGIONS: [
    { id: 1, code: 'ALMATY', name: 'Алматинская область' },
    { id: 20, code: 'TURKISTAN', name: 'Туркестанская область' },
    { id: 2, code: 'TURKISTAN', name: 'Южно-Казахстанская область' },
    { id: 3, code: 'EAST_KAZAKHSTAN', name: 'Восточно-Казахстанская область' },
    { id: 4, code: 'KOSTANAY', name: 'Костанайская область' },
    { id: 5, code: 'KARAGANDA', name: 'Карагандинская область' },
    { id: 6, code: 'NORTH_KAZAKHSTAN', name: 'Северо-Казахстанская область' },
    { id: 7, code: 'AKMOLA', name: 'Акмолинская область' },
    { id: 8, code: 'PAVLODAR', name: 'Павлодарская область' },
    { id: 9, code: 'ZHAMBYL', name: 'Жамбылская область' },
    { id: 10, code: 'AKTOBE', name: 'Актюбинская область' },
    { id: 11, code: 'WEST_KAZAKHSTAN', name: 'Западно-Казахстанская область' },
    { id: 12, code: 'KYZYLORDA', name: 'Кызылординская область' },
    { id: 13, code: 'ATYRAU', name: 'Атырауская область' },
    { id: 14, code: 'MANGYSTAU', name: 'Мангистауская область' },
    { id: 15, code: 'ALMATY_CITY', name: 'г. Алматы' },
    { id: 16, code: 'ASTANA', name: 'г. Астана' },
    { id: 19, code: 'SHYMKENT', name: 'г. Шымкент' },
    { id: 21, code: null, name: 'г. Байконур' },
    { id: 22, code: 'ZHETISU', name: 'Жетысуская область' },
    { id: 23, code: 'ULYTAU', name: 'область Ұлытау' },
    { id: 24, code: 'ABAI', name: 'Абайская область' },
  ],
} as const
export const documentTypes = { ID_CARD: 1, PASSPORT: 2, FOREIGN_PASSPORT: 6 } as const

type Row = { id: number; code: string | null; name: string }
/** An id of a table by the tariff's code; 0 where the table has none. */
export const idIn = (table: readonly Row[], code: string): number =>
  table.find((row) => row.code === code)?.id ?? 0
