import { shows } from '#domain/claim-way/photographs.ts'
import type { Locale } from '#domain/locale.ts'
import { sceneWords } from '#texts/claim-scenes.ts'
import claimWords from '../../claims/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import type { Paper } from './papers.ts'

/** Returns what a photograph shows, by its slot; undefined for a slot of papers only. */
export function sceneName(slot: string, locale: Locale): string | undefined {
  const shown = shows.find((one) => one === slot)
  return shown && sceneWords[shown][locale]
}

/** Returns a function that names a paper or a photograph on the page. */
export function usePaperName(): (paper: Pick<Paper, 'file' | 'isPhoto'>) => string {
  const slots: Record<string, string> = useTexts(claimWords).slots
  const locale = useLocale()
  return ({ file: { type, name }, isPhoto }) =>
    (isPhoto ? sceneName(type, locale) : slots[type]) ?? name
}
