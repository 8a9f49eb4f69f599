import { useEffect, useRef } from 'react'
import { isTechPassport } from '#domain/document-numbers.ts'
import { isIin } from '#domain/iin.ts'
import { isPlate } from '#domain/plate.ts'
import { carQuestion } from '../../sale/look-up.ts'
import { isRepeated } from '../../sale/rows.ts'
import { buy } from '../calls.ts'
import {
  type CarRow,
  carLookup,
  type DriverRow,
  driverLookup,
  driverQuestion,
  type State,
} from './state.ts'
import type { PurchaseActions } from './use-purchase.ts'

/** How long the price waits for the privilege, ms. */
const privilegeMs = 4000

/** The row's person can be looked for: whole, nobody else's row, and not the buyer. */
export const isDriverAsked = (
  row: DriverRow,
  { drivers, owner }: Pick<State, 'drivers' | 'owner'>,
): boolean => isIin(row.iin) && row.iin !== owner && !isRepeated(drivers, row, 'iin')

/** The row's car can be looked for: both numbers whole, and in no row above. */
export const isCarAsked = (row: CarRow, { cars }: Pick<State, 'cars'>): boolean =>
  isPlate(row.plate) &&
  isTechPassport(row.techPassport) &&
  !isRepeated(cars, row, 'plate') &&
  !isRepeated(cars, row, 'techPassport')

/** The registers are asked of every driver that was typed, as soon as they can be. */
export function useDrivers({ state, registers }: PurchaseActions, rows: readonly DriverRow[]) {
  const asked = rows.filter((row) => driverLookup(row).kind === 'none' && isDriverAsked(row, state))
  // The questions stand for the rows.
  useEffect(() => {
    for (const row of asked) void registers.driver(row, state.start)
  }, [asked.map(driverQuestion).join()]) // oxlint-disable-line react/exhaustive-deps
}

/** And of every car. */
function useCars({ state, registers }: PurchaseActions) {
  const asked = state.cars.filter((row) => carLookup(row).kind === 'none' && isCarAsked(row, state))
  // The questions stand for the rows.
  useEffect(() => {
    for (const row of asked) void registers.car(row)
  }, [asked.map(carQuestion).join()]) // oxlint-disable-line react/exhaustive-deps
}

/**
 * The buyer's privilege is found like the rest, once. A silent service holds nobody up: the price
 * goes on without it, and moves when the answer comes.
 */
function useOwnPrivilege({ state, dispatch, buyer }: PurchaseActions) {
  const asked = useRef(false)
  const may = state.willDrive && state.own.kind === 'found' && state.privilege === 'off'
  // Once for a buyer.
  useEffect(() => {
    if (!may || asked.current) return
    asked.current = true
    const say = (found: boolean): void => dispatch({ type: 'own-privilege', found })
    dispatch({ type: 'set', patch: { privilege: 'busy' } })
    const timer = setTimeout(say, privilegeMs, false)
    buy('getPersonSocialStatus', { iin: buyer.iin })
      .then(
        ({ hasBenefit }) => say(hasBenefit),
        () => say(false),
      )
      .finally(() => clearTimeout(timer))
  }, [may]) // oxlint-disable-line react/exhaustive-deps
}

/** Everything that can be found is asked for by itself: the buyer's own facts, drivers, cars. */
export function useFinding(purchase: PurchaseActions) {
  const { state, registers, buyer } = purchase
  useDrivers(purchase, state.drivers)
  useCars(purchase)
  useOwnPrivilege(purchase)
  const anew = state.own.kind === 'none'
  // The start date alone does not make another person.
  useEffect(() => {
    if (!state.willDrive || !anew) return
    void registers.own(buyer.iin, state.start)
  }, [state.willDrive, anew]) // oxlint-disable-line react/exhaustive-deps
}
