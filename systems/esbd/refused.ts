import type { Operation } from './protocol.ts'

/** The database answered no: a SOAP Fault, or the generic call's own error. Its text is for staff and the log, not for clients. */
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
