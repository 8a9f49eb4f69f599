import { useEffect, useState } from 'react'
import { codeResendSeconds } from '../constants.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import words from './texts.ts'

/**
 * Sends a code again once the countdown is over. `place` names it, so that the countdown survives a
 * reload of the tab.
 */
export function ResendCode({ place, onResend }: { place: string; onResend: () => Promise<void> }) {
  const t = useTexts(words).code
  const [until, setUntil] = useState(() => kept(place) || startCountdown(place, codeResendSeconds))
  const [seconds, setSeconds] = useState(() => secondsTo(until))

  useEffect(() => {
    const tick = () => setSeconds(secondsTo(until))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])

  if (seconds) return <p>{t.wait(seconds)}</p>
  const again = async () => {
    await onResend()
    // The caller may have learnt from the server how long it really takes.
    setUntil(countdownOf(place) > 0 ? kept(place) : startCountdown(place, codeResendSeconds))
  }
  return (
    <Button variant="quiet" onClick={() => void again()}>
      {t.again}
    </Button>
  )
}

const secondsTo = (time: number): number => Math.max(0, Math.ceil((time - Date.now()) / 1000))

const keyOf = (place: string): string => `qorgan.code.${place}`
const kept = (place: string): number => Number(sessionStorage.getItem(keyOf(place)))

/** Seconds until a code of this place may be sent again; 0 when it may. */
export const countdownOf = (place: string): number => secondsTo(kept(place))

/** Begins the countdown of a place anew; answers its end, ms. */
export function startCountdown(place: string, seconds: number): number {
  const until = Date.now() + seconds * 1000
  sessionStorage.setItem(keyOf(place), String(until))
  return until
}
