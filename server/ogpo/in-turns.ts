import type { UnifiedDatabase } from '#systems/esbd/by-insurer.ts'

/**
 * The unified database for one calculation: at most as many of its verbs at once as there are
 * sessions, so that the time limit of a verb begins when it is its turn and fifteen people with
 * fifteen cars do not wait it out in the queue.
 */
export function inTurns(esbd: UnifiedDatabase, sessions: number): UnifiedDatabase {
  const turn = turns(sessions)
  return {
    ...esbd,
    findPerson: (iin) => turn(() => esbd.findPerson(iin)),
    savePerson: (person, known) => turn(() => esbd.savePerson(person, known)),
    bonusMalus: (clientId, on) => turn(() => esbd.bonusMalus(clientId, on)),
    findVehicle: (of) => turn(() => esbd.findVehicle(of)),
    policiesOfVehicle: (of, on) => turn(() => esbd.policiesOfVehicle(of, on)),
  }
}

function turns(atOnce: number) {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
