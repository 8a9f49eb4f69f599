type Due = { duty: string; period: string; state: string }

/** Late ones of a kind after the first: they look alike, so they stand behind it. */
function lateAfter<Row extends Due>({ duty, period }: Due, duties: readonly Row[]): readonly Row[] {
  const late = duties.filter((one) => one.duty === duty && one.state === 'late')
  return late.length > 2 && late.some((one) => one.period === period) ? late.slice(1) : []
}

/** What is folded behind a row: nothing but behind the first late one of its kind. */
export const foldedBehind = <Row extends Due>(row: Row, duties: readonly Row[]): readonly Row[] =>
  duties.find(({ duty, state }) => duty === row.duty && state === 'late')?.period === row.period
    ? lateAfter(row, duties)
    : []

/** Whether a row stands behind another. */
export const isFolded = <Row extends Due>(row: Row, duties: readonly Row[]): boolean =>
  lateAfter(row, duties).some(({ period }) => period === row.period)
