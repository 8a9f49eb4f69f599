import type { Dispatch } from 'react'
import type { Day } from '#domain/calendar.ts'
import { carQuestion, createLookUps, type Lookup } from '../../sale/look-up.ts'
import { pageLocale } from '../../texts.ts'
import { buy } from '../calls.ts'
import words from '../purchase-texts.ts'
import {
  type Action,
  type CarRow,
  type DriverFound,
  type DriverRow,
  driverQuestion,
} from './state.ts'

/** The registers of one purchase: each answer goes to the row whose question it answers. */
export function createRegisters(dispatch: Dispatch<Action>) {
  const lookUps = createLookUps(buy, () => words[pageLocale()].offlineLook)
  const person = (question: string, iin: string, start: Day): Promise<Lookup<DriverFound>> =>
    lookUps.person(question, () => buy('ogpoDriver', { iin, dateStart: start }))
  return {
    /** The buyer's own registers. */
    own: async (iin: string, start: Day): Promise<void> => {
      const question = `own ${iin}`
      dispatch({ type: 'own', lookup: { kind: 'busy', question } })
      dispatch({ type: 'own', lookup: await person(question, iin, start) })
    },
    driver: async (row: DriverRow, start: Day): Promise<void> => {
      const { id, iin } = row
      const question = driverQuestion(row)
      dispatch({ type: 'driver-looked', id, lookup: { kind: 'busy', question } })
      dispatch({ type: 'driver-looked', id, lookup: await person(question, iin, start) })
    },
    car: async (row: CarRow): Promise<void> => {
      const { id } = row
      const question = carQuestion(row)
      dispatch({ type: 'car-looked', id, lookup: { kind: 'busy', question } })
      dispatch({ type: 'car-looked', id, lookup: await lookUps.car(row) })
    },
  }
}
