import type { Dispatch } from 'react'
import type { Day } from '#domain/calendar.ts'
import { pageLocale } from '../../texts.ts'
import { buy } from '../calls.ts'
import { createLookUps } from '../look-ups.ts'
import { carQuestion, type Looked } from '../model/look-up.ts'
import words from '../purchase-texts.ts'
import { type Action, type CarRow, type DriverFound, type DriverRow, rowQuestion } from './state.ts'

/** The registers of one purchase: each answer goes to the row whose question it answers. */
export function createRegisters(dispatch: Dispatch<Action>) {
  const lookUps = createLookUps(buy, () => words[pageLocale()].offlineLook)
  const person = (question: string, iin: string, start: Day): Promise<Looked<DriverFound>> =>
    lookUps.person(question, () => buy('ogpoDriver', { iin, dateStart: start }))
  return {
    /** The buyer's own registers. */
    own: (iin: string, start: Day) => person(`own ${iin}`, iin, start),
    driver: async (row: DriverRow, start: Day): Promise<void> => {
      const [id, asked] = [row.id, rowQuestion(row)]
      dispatch({ type: 'driver-looked', id, asked, lookup: { kind: 'busy' } })
      const lookup = await person(asked, row.iin, start)
      dispatch({ type: 'driver-looked', id, asked, lookup })
    },
    car: async (row: CarRow): Promise<void> => {
      const [id, asked] = [row.id, carQuestion(row)]
      dispatch({ type: 'car-looked', id, asked, lookup: { kind: 'busy' } })
      dispatch({ type: 'car-looked', id, asked, lookup: await lookUps.car(row) })
    },
  }
}
