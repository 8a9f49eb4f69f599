import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

/** A part of a page that failed to load: what it was, and the likeliest remedy. */
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
