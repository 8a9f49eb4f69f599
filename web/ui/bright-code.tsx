import { useEffect, useState } from 'react'
import styles from './bright-code.module.css'
import { Dialog } from './dialog.tsx'
import { Plate } from './plate.tsx'
import { Qr } from './qr.tsx'

type Props = {
  text: string
  /** The policy with its number: the title. */
  title: string
  /** Product, and its start and end. */
  product: string
  term: string
  plates: readonly string[]
  /** Owner and price, if known here. */
  owner?: string | undefined
  words: { code: string; enlarge: string; scan: string; close: string }
}

/**
 * The code of a pass: a tap shows it large and white over the whole screen, in a dark theme too,
 * and keeps the screen awake for scanning.
 */
export function BrightCode({ text, title, product, term, plates, owner, words }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.code}
        aria-label={words.enlarge}
        onClick={() => setOpen(true)}
      >
        <Qr text={text} label={words.code} />
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        closeLabel={words.close}
        className={styles.bright}
      >
        <Awake />
        <div className={styles.whole}>
          <div className={styles.plates}>
            {plates.slice(0, 2).map((plate) => (
              <Plate key={plate} plate={plate} />
            ))}
          </div>
          <Qr text={text} label={words.code} className={styles.large} />
          <div className={styles.about}>
            <p className={styles.term}>{term}</p>
            <p>{product}</p>
            {owner ? <p>{owner}</p> : null}
            <p>{words.scan}</p>
          </div>
        </div>
      </Dialog>
    </>
  )
}

/** Holds a wake lock while the code is shown; a browser without one is left alone. */
function Awake() {
  useEffect(() => {
    const lock =
      'wakeLock' in navigator ? navigator.wakeLock.request('screen').catch(() => null) : null
    return () => {
      void lock?.then((held) => held?.release())
    }
  }, [])
  return null
}
