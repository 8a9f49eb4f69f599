import type { EntryKind } from '#domain/books/entries.ts'
import type { Reply } from '../http/api.ts'

export type OutData = Reply<'reportOut'>['data']
/** The form open in a dialog over the shown part. */
export type Filling =
  | { what: 'accounts'; entry: EntryKind }
  | { what: 'party'; code: string }
  | { what: 'vat' }
  | null
