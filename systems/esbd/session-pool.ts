import { Unavailable } from '../http.ts'
import type { Operation } from './protocol.ts'

/** What their record of our login says. */
export type Login = { branchId: number; systemDelimiterId: number }

export type Slot = {
  seat: number
  user: { name: string; password: string }
  session: string | null
  login: Login
  usedAt: number
}

export function pool(free: Slot[]) {
  const waiting: ((slot: Slot) => void)[] = []
  return {
    /**
     * First come, first served. Who waits past the limit leaves the queue and its call is never
     * sent.
     */
    take(operation: Operation, until: number): Promise<Slot> {
      const slot = free.shift()
      if (slot) return Promise.resolve(slot)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => {
            waiting.splice(waiting.indexOf(served), 1)
            reject(
              new Unavailable('esbd', operation, 'every session is busy', false, {
                isFailure: false,
              }),
            )
          },
          Math.max(0, until - performance.now()),
        )
        const served = (slot: Slot) => {
          clearTimeout(timer)
          resolve(slot)
        }
        waiting.push(served)
      })
    },
    give(slot: Slot): void {
      const next = waiting.shift()
      if (next) next(slot)
      else free.push(slot)
    },
  }
}
