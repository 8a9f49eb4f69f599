import type { Fields, Values } from './fields.ts'

/** Every value that stands in a list a second time, by the index of the later one. */
export const repeatedIn = (values: readonly string[]): boolean[] =>
  values.map((value, at) => value !== '' && values.indexOf(value) < at)

/** A row as a device or the server kept it: a field that came later stands there empty. */
export const filled = <Table extends Fields, Row extends Partial<Values<Table>>>(
  empty: Values<Table>,
  row: Row,
): Values<Table> & Row => ({ ...empty, ...row })

/** What another person in a row forgets: all that was said of the one before. */
export const forgotten = <Table extends Fields>(table: Table): Partial<Values<Table>> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([key, { ofPerson, empty }]) => (ofPerson ? [[key, empty]] : [])),
  ) as Partial<Values<Table>> // the table's own keys
