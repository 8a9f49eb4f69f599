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
  const [now, setNow] = useState(Date.now)
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))

  // Outside React: the clock.
  useEffect(() => {
    if (!seconds) return
    const timer = setTimeout(() => setNow(Date.now()), 250)
    return () => clearTimeout(timer)
  }, [seconds, now])

  if (seconds) return <p>{t.wait(seconds)}</p>
  const again = async () => {
    await onResend()
    setNow(Date.now())
    setUntil(restart(key))
  }
  return (
    <Button look="quiet" onClick={() => void again()}>
      {t.again}
    </Button>
  )
}

function restart(key: string): number {
  const until = Date.now() + codeResendSeconds * 1000
  sessionStorage.setItem(key, String(until))
  return until
}
