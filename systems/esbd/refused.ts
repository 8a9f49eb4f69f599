import type { Operation } from './protocol.ts'

/**
 * The database answered no: a SOAP Fault, or the generic call's own error. Its text is for staff
 * and the log, not for clients.
 */
export class EsbdRefused extends Error {
  readonly operation: Operation
  readonly faultText: string
  constructor(operation: Operation, faultText: string) {
    super(`esbd ${operation} refused: ${faultText}`)
    this.name = 'EsbdRefused'
    this.operation = operation
    this.faultText = faultText
  }
}

/**
 * Their record of a vehicle says something that our tariff has no line for: no failure that passes,
 * nothing to ask again.
 */
export class NotInTariff extends EsbdRefused {
  readonly field: 'TYPE_ID' | 'REGION_ID' | 'BIG_CITY_BOOL' | 'NYEAR'
  constructor(operation: Operation, field: NotInTariff['field'], what: string) {
    super(operation, `${field}: ${what}`)
    this.name = 'NotInTariff'
    this.field = field
  }
}
