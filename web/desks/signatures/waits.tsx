import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Held } from '#contract/signatures.ts'
import { takeBackMs } from '#domain/lifetimes.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { useKeys } from '../shell/keys.ts'
import { systemWords } from '../shell/sale-texts.ts'
import styles from './signatures.module.css'
import words from './texts.ts'

/** How often the seconds that are left are counted, ms. */
const TICK_MS = 1_000
/** The server sends it a little after the last second. */
const ASKED_ANEW_MS = 1_000

type Props = {
  held: z.output<typeof Held>
  onTaken?: (id: string) => void
  onDone: () => void
}

/** A signature that waits its seconds: its author withdraws it by the button or `Z`. */
export function Waits({ held, onTaken, onDone }: Props) {
  const t = useTexts(words).held
  const act = useAct(t.takenBack)
  const systems = useTexts(systemWords).names
  const left = useSecondsLeft(held.goes_at, onDone)
  const silent = held.waits_for === null ? null : (systems[held.waits_for] ?? held.waits_for)
  const takeBack = async () => {
    if (await act.run(() => ask('deskTakeBack', { held_id: held.id }))) onTaken?.(held.id)
    onDone()
  }
  useKeys(held.mine ? { KeyZ: () => void takeBack() } : {})
  return (
    <div className={styles.decide}>
      <p role="status">
        {left > 0 ? t.goes(left) : silent === null ? t.going : t.waits(silent)}
        {held.mine ? '' : ` ${held.by}`}
      </p>
      <ActError act={act} />
      {held.mine ? (
        <div className={styles.alone}>
          <Button variant="secondary" busy={act.busy} onClick={() => void takeBack()}>
            {t.takeBack} <kbd>Z</kbd>
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/**
 * Returns the whole seconds left, counted from when the page saw the decision: its clock may differ
 * from the server's. Afterwards `over` polls the claim until the outcome is known.
 */
export function useSecondsLeft(at: string | null, over: () => void): number {
  const [began, setBegan] = useState({ at, ms: Date.now() })
  if (began.at !== at) setBegan({ at, ms: Date.now() })
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((began.ms + takeBackMs - now) / 1_000))
  useEffect(() => {
    if (at === null) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() > began.ms + takeBackMs + ASKED_ANEW_MS) over()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [at, began.ms, over])
  return left
}
