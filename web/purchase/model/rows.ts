import type { Fields, Values } from './fields.ts'

/** What another person in a row forgets: all that was said of the one before. */
export const forgotten = <Table extends Fields>(table: Table): Partial<Values<Table>> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([key, { ofPerson, empty }]) => (ofPerson ? [[key, empty]] : [])),
  ) as Partial<Values<Table>> // the table's own keys
