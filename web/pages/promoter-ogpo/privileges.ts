/**
 * The privilege check of each person in turn (specification, section 4): one question at a time, in the order people appear, each
 * person once. A check that failed is kept for a later try and stops nobody.
 */
export function inTurn(check: (iin: string) => Promise<boolean>, told: { found: (iin: string, has: boolean) => void; failed: () => void }) {
  const asked = new Set<string>()
  const lost = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  const one = async (iin: string): Promise<void> => {
    try {
      told.found(iin, await check(iin))
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
