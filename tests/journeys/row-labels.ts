import type { Locale } from '#domain/locale.ts'
import rowWords, { type FieldWords } from '#web/sale/rows/row-texts.ts'

const full = ({ label }: FieldWords): string => label
const short = (words: FieldWords): string => words.short ?? words.label

/** Labels of the inputs of rows, as the site says them, or as the portal's sheet does. */
export function rowLabels(locale: Locale, said: 'site' | 'sheet') {
  const { driver, car } = rowWords[locale]
  const label = said === 'sheet' ? short : full
  return {
    iin: label(driver.iin),
    phoneOfDriver: label(driver.phone),
    plate: label(car.plate),
    techPassport: label(car.techPassport),
    carOwner: label(car.owner),
  }
}
