import type { carFields, driverFields, policyholderFields, termFields, Values } from './fields.ts'

export type SaleDriver = Values<typeof driverFields> & { id: string }
export type SaleCar = Values<typeof carFields> & { id: string }

/** A purchase as every view of it knows it: what its state says, in the names of the tables. */
export type Sale = {
  policyholder: Values<typeof policyholderFields>
  drivers: readonly SaleDriver[]
  cars: readonly SaleCar[]
  term: Values<typeof termFields>
}
