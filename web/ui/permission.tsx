import type { ReactNode } from 'react'
import { type AnyRole, useRole } from '../session/role.ts'

/**
 * Shows its content only to the listed roles and follows every change of the role. The server
 * decides what a role may do.
 */
export function Permission({
  roles,
  children,
}: {
  roles: readonly AnyRole[]
  children: ReactNode
}) {
  const role = useRole()
  return role && roles.includes(role) ? children : null
}
