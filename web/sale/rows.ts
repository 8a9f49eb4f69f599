import { isTechPassport } from '#domain/document-numbers.ts'
import { isIin } from '#domain/iin.ts'
import { isPlate } from '#domain/plate.ts'
import type { Lookup } from './model/look-up.ts'
import { wantsOwner } from './model/refusal.ts'
import type { Car, CarFound, Driver, Sale } from './model/sale.ts'

/** Whether what stands in a row stands in a row above already. */
export const isRepeated = <Row>(rows: readonly Row[], row: Row, key: keyof Row): boolean =>
  row[key] !== '' && rows.findIndex((one) => one[key] === row[key]) < rows.indexOf(row)

/** The row is the policyholder, who drives too. */
export const isPolicyholder = (
  { iin }: { iin: string },
  { policyholder }: { policyholder: { iin: string } },
): boolean => iin.length === 12 && iin === policyholder.iin

/** The car's owner is asked for: it is not found without, or something stands there. */
export const isOwnerAsked = (car: Car, lookup: Lookup<CarFound>): boolean =>
  car.owner !== '' || (lookup.kind === 'failed' && wantsOwner(lookup))

/** The row's person can be looked for: whole, nobody else's row, and not the policyholder. */
export const isDriverAsked = (row: Driver, sale: Omit<Sale, 'cars' | 'term'>): boolean =>
  isIin(row.iin) && !isPolicyholder(row, sale) && !isRepeated(sale.drivers, row, 'iin')

/** The row's car can be looked for: both numbers whole, and in no row above. */
export const isCarAsked = <Row extends { plate: string; techPassport: string }>(
  row: Row,
  cars: readonly Row[],
): boolean =>
  isPlate(row.plate) &&
  isTechPassport(row.techPassport) &&
  !isRepeated(cars, row, 'plate') &&
  !isRepeated(cars, row, 'techPassport')
