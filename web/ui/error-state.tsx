import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

/** A part of a page that could not be loaded: what it was, and the likeliest thing to do now. */
export const ErrorState = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <Notice tone="error" title={title} action={action} live>
    {children}
  </Notice>
)
