import { bulkhead } from 'cockatiel'
import type { UnifiedDatabase } from '#systems/esbd/by-insurer.ts'

/**
 * The unified database for one calculation: at most as many of its verbs at once as there are
 * sessions, so that the time limit of a verb begins when it is its turn and fifteen people with
 * fifteen cars do not wait it out in the queue.
 */
export function inTurns(esbd: UnifiedDatabase, sessions: number): UnifiedDatabase {
  const turns = bulkhead(sessions, Number.POSITIVE_INFINITY)
  const turn = <T>(verb: () => Promise<T>): Promise<T> => turns.execute(verb)
  return {
    ...esbd,
    findPerson: (iin) => turn(() => esbd.findPerson(iin)),
    savePerson: (person, known) => turn(() => esbd.savePerson(person, known)),
    bonusMalus: (clientId, on) => turn(() => esbd.bonusMalus(clientId, on)),
    findVehicle: (of) => turn(() => esbd.findVehicle(of)),
    policiesOfVehicle: (of, on) => turn(() => esbd.policiesOfVehicle(of, on)),
  }
}
