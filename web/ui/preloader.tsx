import type { ReactNode } from 'react'
import { LogoMark } from './logo.tsx'

/**
 * Covers the whole page while a shell waits for its data; entry.tsx removes the one in the HTML.
 * Styles: base.css.
 */
export const Preloader = ({ label, children }: { label: string; children?: ReactNode }) => (
  <div className="preloader" id="preloader" role="status">
    <LogoMark />
    <span className="visually-hidden">{label}</span>
    {children}
  </div>
)
