/** What the buyers of one night saw, for the table of docs/operations.md. */
export function nightSeen() {
  const statuses = new Map<number, number>()
  const since: Partial<Record<'order' | 'policy', number>> = {}
  let longest = 0
  let changedOver: number | undefined
  return {
    statuses,
    answered: (status: number, ms: number) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      longest = Math.max(longest, ms)
    },
    /** From here on a server takes writes again. */
    changedOver: () => {
      changedOver = performance.now()
    },
    /** The first of each after that is told of. */
    had: (what: 'order' | 'policy') => {
      if (changedOver !== undefined) since[what] ??= performance.now() - changedOver
    },
    told: (): string => {
      const seconds = (ms: number | undefined) => (ms === undefined ? '–' : (ms / 1_000).toFixed(1))
      const answers = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
      return `${answers}; longest answer ${seconds(longest)} s; first order ${seconds(since.order)} s, first policy ${seconds(since.policy)} s after the change`
    },
  }
}
