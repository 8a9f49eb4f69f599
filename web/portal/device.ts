import type { Promoter } from './promoter-user.ts'

/** Stores what the portal needs offline on the device. Sign-out deletes all of it. */
const prefix = 'qorgan.promoter.'

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    return // storage is full or off: the sale goes on without it
  }
}

export function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null')
  } catch {
    return null
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(prefix + name)
  } catch {
    return
  }
}

export function forgetAll(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(prefix)) localStorage.removeItem(name)
  } catch {
    return
  }
}

/** Who was signed in last, for a start without a connection. */
export const keptPromoter = (): Promoter | null => {
  const value = kept('user')
  return isPromoter(value) ? value : null
}

// Checks stored data: only `keep('user', …)` writes it.
const isPromoter = (value: unknown): value is Promoter =>
  typeof value === 'object' &&
  value !== null &&
  'login' in value &&
  'id' in value &&
  'name' in value
