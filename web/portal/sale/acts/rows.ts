import { focusOn, newId, type SheetStore } from './sale-context.ts'

/** The row that takes the place of one that goes, else the one before it. */
const beside = (ids: string[], id: string): string | undefined =>
  ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1]

/** Rows that come and go, with the focus on what the hand does next. */
export const rowsOf = ({ get, dispatch }: SheetStore) => ({
  addDriver: (): void => {
    const id = newId()
    dispatch({ type: 'driver-added', id })
    focusOn(`driver-${id}-iin`)
  },
  removeDriver: (id: string): void => {
    const next = beside(
      get().drivers.map((driver) => driver.id),
      id,
    )
    dispatch({ type: 'driver-removed', id })
    focusOn(next ? `driver-${next}-remove` : 'add-driver')
  },
  addCar: (): void => {
    const id = newId()
    dispatch({ type: 'car-added', id })
    focusOn(`car-${id}-plate`)
  },
  /** The last car leaves an empty row behind. */
  removeCar: (id: string): void => {
    const ids = get().cars.map((car) => car.id)
    const empty = newId()
    dispatch({ type: 'car-removed', id, newId: empty })
    focusOn(`car-${beside(ids, id) ?? empty}-remove`)
  },
})
