import type { Fault } from '#systems/sandbox-kit.ts'

/** Faults of a world: which one the next call meets. */

/** Calls that hang wait here until all of them are let go. */
export function gate() {
  let held: (() => void)[] = []
  return {
    released: () => new Promise<void>((resolve) => void held.push(resolve)),
    release: () => {
      const going = held
      held = []
      for (const go of going) go()
      return going.length
    },
  }
}

/** The first fault that is meant for the call, counted down. */
export function takeFault(
  faults: Fault[],
  { system, operation, kinds }: { system: string; operation: string; kinds: readonly string[] },
): Fault | null {
  const at = faults.findIndex(
    (fault) =>
      fault.system === system &&
      kinds.includes(fault.mode) &&
      (fault.operation === undefined || fault.operation === operation),
  )
  const fault = faults[at]
  if (!fault) return null
  if (fault.after) {
    fault.after -= 1
    return null
  }
  fault.times -= 1
  if (fault.times <= 0) faults.splice(at, 1)
  return fault
}
