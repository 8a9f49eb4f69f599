import { useEffect, useRef } from 'react'
import { isTechPassport } from '#domain/document-numbers.ts'
import { isIin } from '#domain/iin.ts'
import { isPlate } from '#domain/plate.ts'
import { buy } from '../calls.ts'
import { carQuestion } from '../model/look-up.ts'
import { type CarRow, type DriverRow, rowQuestion, type State } from './state.ts'
import type { PurchaseActions } from './use-purchase.ts'

/** How long the price waits for the privilege, ms. */
const privilegeMs = 4000

/** The row's person can be looked for: whole, nobody else's row, and not the buyer. */
export const isDriverAsked = (
  row: Pick<DriverRow, 'id' | 'iin'>,
  { drivers, owner }: Pick<State, 'drivers' | 'owner'>,
): boolean =>
  isIin(row.iin) && row.iin !== owner && drivers.find(({ iin }) => iin === row.iin)?.id === row.id

/** The row's car can be looked for: both numbers whole, and in no row above. */
export const isCarAsked = (row: CarRow, { cars }: Pick<State, 'cars'>): boolean =>
  isPlate(row.plate) &&
  isTechPassport(row.techPassport) &&
  cars.find(({ plate }) => plate === row.plate)?.id === row.id &&
  cars.find(({ techPassport }) => techPassport === row.techPassport)?.id === row.id

/** The registers are asked of every driver that was typed, as soon as they can be. */
export function useDrivers({ state, registers }: PurchaseActions, rows: readonly DriverRow[]) {
  const asked = rows.filter((row) => row.lookup.kind === 'idle' && isDriverAsked(row, state))
  // The questions stand for the rows.
  useEffect(() => {
    for (const row of asked) void registers.driver(row, state.start)
  }, [asked.map(rowQuestion).join()]) // oxlint-disable-line react/exhaustive-deps
}

/** And of every car. */
function useCars({ state, registers }: PurchaseActions) {
  const asked = state.cars.filter((row) => row.lookup.kind === 'idle' && isCarAsked(row, state))
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
  const { state, dispatch, registers, buyer } = purchase
  useDrivers(purchase, state.drivers)
  useCars(purchase)
  useOwnPrivilege(purchase)
  const anew = state.own.kind === 'idle'
  // The start date alone does not make another person.
  useEffect(() => {
    if (!state.willDrive || !anew) return
    dispatch({ type: 'own', lookup: { kind: 'busy' } })
    const { licenceNumber } = state
    void registers
      .own(buyer.iin, licenceNumber, state.start)
      .then((lookup) => dispatch({ type: 'own', licenceNumber, lookup }))
  }, [state.willDrive, anew]) // oxlint-disable-line react/exhaustive-deps
}
