import { useSyncExternalStore } from 'react'
import type { Role } from './guards.ts'

/** Who the page is shown to. Everything that hangs on the role listens here. */
export type AnyRole = Role | 'promoter'

let role: AnyRole | null = null
const listeners = new Set<() => void>()

export function setRole(next: AnyRole | null): void {
  role = next
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The role now, and after every change. Null for a guest and in the HTML made at build. */
export const useRole = (): AnyRole | null =>
  useSyncExternalStore(
    listen,
    () => role,
    () => null,
  )
