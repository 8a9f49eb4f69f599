import { type ReactNode, useEffect, useRef } from 'react'
import { useFocusKept } from '../../../ui/focus-kept.ts'
import type { KeptOrder } from '../../state/kept-order.ts'
import styles from './turned.module.css'

/**
 * Around both sides of a pass: when the order opens here, the front turns towards whoever looks and
 * takes the focus that the code had, seen from its top. Nothing turns when the page comes with the order open.
 */
export function Turned({ own, children }: { own: KeptOrder | null; children: ReactNode }) {
  const part = useFocusKept<boolean, HTMLDivElement>(own !== null)
  const shutAtFirst = useRef(own === null)
  const turned = own !== null && shutAtFirst.current
  // The place on the page, where the code's keyboard had pushed it.
  useEffect(() => {
    if (turned) scrollTo(0, 0)
  }, [turned])
  return (
    <div ref={part} tabIndex={-1} className={turned ? styles.turned : styles.side}>
      {children}
    </div>
  )
}
