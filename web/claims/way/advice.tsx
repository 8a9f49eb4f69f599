import type { Scene } from '#domain/products.ts'
import { useTexts } from '../../texts.ts'
import words from './advice-texts.ts'
import { Ticks } from './ticks.tsx'

/** Advice for the scene of the incident. */
export function Advice({ scene }: { scene: Scene }) {
  const t = useTexts(words)
  return <Ticks title={t.now} lines={t.advice[scene]} />
}
