/** Builds the two queries of a table of transitions (house, example 2). */
export function questions<State extends string>(table: Readonly<Record<State, readonly State[]>>) {
  const states = Object.keys(table) as State[]
  const mayBecome = (from: State, to: State): boolean => table[from].includes(to)
  return {
    states,
    mayBecome,
    /** The states that `to` can follow: the `where` of the one statement that writes a state. */
    before: (to: State): State[] => states.filter((from) => mayBecome(from, to)),
    isFinal: (state: State): boolean => table[state].length === 0,
  }
}
