/** Whether what stands in a row stands in a row above already. */
export const isRepeated = <Row>(rows: readonly Row[], row: Row, key: keyof Row): boolean =>
  row[key] !== '' && rows.findIndex((one) => one[key] === row[key]) < rows.indexOf(row)
