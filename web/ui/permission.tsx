import type { ReactNode } from 'react'
import { type AnyRole, useRole } from '../session/role.ts'

/**
 * Shows its content to the roles of the list alone and follows every change of the role. What a
 * role may do is the server's decision.
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
