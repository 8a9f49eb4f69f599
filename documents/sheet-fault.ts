/** Why an uploaded file can be no sheet of a paper; its words are in `texts/fields.ts`. */
export const sheetFaults = [
  'pdf_pages',
  'pdf_locked',
  'pdf_unreadable',
  'pdf_active',
  'photo_unreadable',
] as const
export type SheetFaultName = (typeof sheetFaults)[number]

export class SheetFault extends Error {
  readonly fault: SheetFaultName
  constructor(fault: SheetFaultName) {
    super(`a sheet that is none: ${fault}`)
    this.fault = fault
  }
}
