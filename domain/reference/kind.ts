/** Definition of a table that staff edit. */

/**
 * Rows that staff edit with dates. `table` and the names of fields are the database's. Where money
 * hangs on a row (`second`), a second person applies the change; such a row begins tomorrow at the
 * earliest, so that no price of today changes under a client.
 */
export type FieldKind =
  | 'code'
  | 'text'
  | 'day'
  | 'integer'
  | 'percent'
  | 'decimal'
  | 'coordinate'
  | 'flag'
  | 'https'
  | 'list'
  | 'choice'
  | 'theme'
export type Field = {
  name: string
  kind: FieldKind
  min?: number
  /** Of a number how much, of a text how many signs; a text with a limit has several lines. */
  max?: number
  onlyNew?: true
  choices?: readonly string[]
}
export type ReferenceKind = {
  table: string
  /** The field that identifies the row; null if there is one at a time. */
  key: string | null
  /** The fields from which the database makes the key, joined by a dash. */
  keyOf?: readonly string[]
  /**
   * The columns of its days; null if the rows ship with the program: none is added or ended, and
   * none has days.
   */
  from: string | null
  to: string | null
  second: boolean
  /**
   * Other rows refer to the row by its key, so it is changed in place, once approved; the proposals
   * have its former values.
   */
  inPlace?: true
  /** Set on rows that people enter: they are not samples. */
  fixed?: Record<string, boolean>
  fields: readonly Field[]
}
