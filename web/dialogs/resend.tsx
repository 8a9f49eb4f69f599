import { useEffect, useState } from 'react'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { codeResendSeconds } from '../ui/constants.ts'
import words from './texts.ts'

/** Sends a code again once the countdown is over. `place` names it, so that the countdown survives a reload of the tab. */
export function ResendCode({ place, onResend }: { place: string; onResend: () => Promise<void> }) {
  const t = useTexts(words).code
  const key = `qorgan.code.${place}`
  const [until, setUntil] = useState(() => Number(sessionStorage.getItem(key)) || restart(key))
  const [seconds, setSeconds] = useState(() => secondsTo(until))

  // Outside React: the clock.
  useEffect(() => {
    const tick = () => setSeconds(secondsTo(until))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])

  if (seconds) return <p>{t.wait(seconds)}</p>
  const again = async () => {
    await onResend()
    setUntil(restart(key))
  }
  return (
    <Button look="quiet" onClick={() => void again()}>
      {t.again}
    </Button>
  )
}

const secondsTo = (time: number): number => Math.max(0, Math.ceil((time - Date.now()) / 1000))

function restart(key: string): number {
  const until = Date.now() + codeResendSeconds * 1000
  sessionStorage.setItem(key, String(until))
  return until
}
