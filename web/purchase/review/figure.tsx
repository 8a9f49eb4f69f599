import { useEffect, useRef, useState } from 'react'
import { money } from '../../texts.ts'
import styles from './price-box.module.css'

const [frames, frameMs] = [6, 40]

/**
 * The sum, large. It counts to a new one in a few frames, unless the person wants less motion; a
 * screen reader hears the last one only.
 */
export function Figure({ tenge, about }: { tenge: number; about?: string | undefined }) {
  const [shown, setShown] = useState(tenge)
  const from = useRef(tenge)
  // Outside React: the clock of the motion.
  useEffect(() => {
    const begin = from.current
    from.current = tenge
    if (begin === tenge || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return setShown(tenge)
    let frame = 0
    const timer = setInterval(() => {
      frame += 1
      setShown(Math.round(begin + ((tenge - begin) * frame) / frames))
      if (frame === frames) clearInterval(timer)
    }, frameMs)
    return () => clearInterval(timer)
  }, [tenge])
  return (
    <>
      {/* Another element once it is certain: the size of its letters is another one. */}
      <p
        key={about}
        className={styles.figure}
        data-about={about ? '' : undefined}
        aria-hidden="true"
      >
        {about ? <span className={styles.aboutWord}>{about} </span> : null}
        {money(shown)}
      </p>
      <p className="visually-hidden" role="status">
        {about ? `${about} ` : ''}
        {money(tenge)}
      </p>
    </>
  )
}
