/** The car that was typed on the home page, as it was typed; the purchase begins with it. */
export type TypedCar = { plate: string; techPassport: string }

const key = 'typed-car'

/** For this tab alone: it waits there through the phone and the code. */
export function keepTypedCar(car: TypedCar): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(car))
  } catch {
    return // a browser without storage: the numbers are typed once more
  }
}

/** What was typed, left where it is. */
export function keptTypedCar(): TypedCar | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isTypedCar(kept) ? kept : null
  } catch {
    return null
  }
}

/** Taken once, so that a second purchase does not begin with the car of the first. */
export function takeTypedCar(): TypedCar | null {
  const kept = keptTypedCar()
  if (kept) sessionStorage.removeItem(key)
  return kept
}

// Only this module writes it; the check is for what another build may have left.
const isTypedCar = (value: unknown): value is TypedCar =>
  typeof value === 'object' &&
  value !== null &&
  'plate' in value &&
  typeof value.plate === 'string' &&
  'techPassport' in value &&
  typeof value.techPassport === 'string'
