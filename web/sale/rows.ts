import { isTechPassport } from '#domain/document-numbers.ts'
import { isIin } from '#domain/iin.ts'
import { isPlate } from '#domain/plate.ts'

/** Whether what stands in a row stands in a row above already. */
export const isRepeated = <Row>(rows: readonly Row[], row: Row, key: keyof Row): boolean =>
  row[key] !== '' && rows.findIndex((one) => one[key] === row[key]) < rows.indexOf(row)

/** The row's person can be looked for: whole, nobody else's row, and not the policyholder. */
export const isDriverAsked = <Row extends { iin: string }>(
  row: Row,
  drivers: readonly Row[],
  policyholder: string,
): boolean => isIin(row.iin) && row.iin !== policyholder && !isRepeated(drivers, row, 'iin')

/** The row's car can be looked for: both numbers whole, and in no row above. */
export const isCarAsked = <Row extends { plate: string; techPassport: string }>(
  row: Row,
  cars: readonly Row[],
): boolean =>
  isPlate(row.plate) &&
  isTechPassport(row.techPassport) &&
  !isRepeated(cars, row, 'plate') &&
  !isRepeated(cars, row, 'techPassport')
