import type { EntryKind } from '#domain/books/entries.ts'
import type { Reply } from '../http/api.ts'

export type OutData = Reply<'reportOut'>['data']
/** What is being filled in, in a dialog over whatever part is shown. */
export type Filling =
  | { what: 'accounts'; entry: EntryKind }
  | { what: 'party'; code: string }
  | { what: 'vat' }
  | null
