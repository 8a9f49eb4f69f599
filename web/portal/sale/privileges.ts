/**
 * The privilege check of each person in turn (specification, section 4): one question at a time, in
 * the order people appear, each person once. A check that failed is kept for a later try and stops
 * nobody.
 */
export function inTurn(
  /** Null: the person has not agreed to it being told. */
  check: (iin: string) => Promise<boolean | null>,
  told: { found: (iin: string, has: boolean) => void; withheld: () => void; failed: () => void },
) {
  const asked = new Set<string>()
  const lost = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  const one = async (iin: string): Promise<void> => {
    try {
      const has = await check(iin)
      if (has === null) told.withheld()
      else told.found(iin, has)
    } catch {
      lost.add(iin)
      told.failed()
    }
  }
  const add = (iin: string): void => {
    if (asked.has(iin)) return
    asked.add(iin)
    last = last.then(() => one(iin))
  }
  return {
    add,
    /** The person has agreed meanwhile: asked once more. */
    agreed: (iin: string): void => {
      asked.delete(iin)
      add(iin)
    },
    /** Those that failed, once more. */
    again: (): void => {
      const iins = [...lost]
      lost.clear()
      for (const iin of iins) {
        asked.delete(iin)
        add(iin)
      }
    },
    /** Settles when everyone added so far has been checked. */
    settled: (): Promise<void> => last,
  }
}
