import { alphabetical } from '#domain/alphabetical.ts'
import type { Locale } from '#domain/locale.ts'

type Words = Record<Locale, string>

/**
 * Names for the codes of the tariff tables, so that the browser does not load the tables.
 * `tariff-words.test.ts` compares the codes with domain/ogpo/tariff-2026.json.
 */
export const regions: readonly (Words & {
  code: string /** A city of republican significance has no other settlements. */
  city?: true
})[] = [
  { code: 'ALMATY_CITY', kz: 'Алматы қаласы', ru: 'г.\u00a0Алматы', city: true },
  { code: 'ASTANA', kz: 'Астана қаласы', ru: 'г.\u00a0Астана', city: true },
  { code: 'SHYMKENT', kz: 'Шымкент қаласы', ru: 'г.\u00a0Шымкент', city: true },
  { code: 'ABAI', kz: 'Абай облысы', ru: 'область Абай' },
  { code: 'AKMOLA', kz: 'Ақмола облысы', ru: 'Акмолинская область' },
  { code: 'AKTOBE', kz: 'Ақтөбе облысы', ru: 'Актюбинская область' },
  { code: 'ALMATY', kz: 'Алматы облысы', ru: 'Алматинская область' },
  { code: 'ATYRAU', kz: 'Атырау облысы', ru: 'Атырауская область' },
  { code: 'WEST_KAZAKHSTAN', kz: 'Батыс Қазақстан облысы', ru: 'Западно-Казахстанская область' },
  { code: 'ZHAMBYL', kz: 'Жамбыл облысы', ru: 'Жамбылская область' },
  { code: 'ZHETISU', kz: 'Жетісу облысы', ru: 'область Жетісу' },
  { code: 'KARAGANDA', kz: 'Қарағанды облысы', ru: 'Карагандинская область' },
  { code: 'KOSTANAY', kz: 'Қостанай облысы', ru: 'Костанайская область' },
  { code: 'KYZYLORDA', kz: 'Қызылорда облысы', ru: 'Кызылординская область' },
  { code: 'MANGYSTAU', kz: 'Маңғыстау облысы', ru: 'Мангистауская область' },
  { code: 'PAVLODAR', kz: 'Павлодар облысы', ru: 'Павлодарская область' },
  {
    code: 'NORTH_KAZAKHSTAN',
    kz: 'Солтүстік Қазақстан облысы',
    ru: 'Северо-Казахстанская область',
  },
  { code: 'TURKISTAN', kz: 'Түркістан облысы', ru: 'Туркестанская область' },
  { code: 'ULYTAU', kz: 'Ұлытау облысы', ru: 'область Ұлытау' },
  { code: 'EAST_KAZAKHSTAN', kz: 'Шығыс Қазақстан облысы', ru: 'Восточно-Казахстанская область' },
]

/**
 * Bonus-malus classes from the dearest to the cheapest; a year without claims moves one place to
 * the right (rules 140).
 */
export const classes: readonly string[] = [
  'M2',
  'M1',
  'M',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
  '13',
]

/** The regions as a list shows them: the cities first, then by the alphabet of its language. */
export const regionsIn = (locale: Locale): { value: string; label: string }[] => {
  const inOrder = alphabetical(locale)
  return regions
    .toSorted(
      (one, other) =>
        Number(other.city ?? false) - Number(one.city ?? false) ||
        inOrder(one[locale], other[locale]),
    )
    .map((region) => ({ value: region.code, label: region[locale] }))
}
export const regionName = (code: string, locale: Locale): string =>
  regions.find((region) => region.code === code)?.[locale] ?? code
export const isRepublicanCity = (code: string): boolean =>
  regions.some((region) => region.code === code && region.city)
/** The class after a year without claims. */
export const classAfterGoodYear = (name: string): string =>
  classes[Math.min(classes.indexOf(name) + 1, classes.length - 1)] ?? name
