import { onTestFinished } from 'vitest'
import type { Localized } from '#domain/locale.ts'
import type { LegalText } from '#texts/legal.ts'
import { earlierTexts, type LegalName } from '#texts/legal-archive.ts'

/** Until the test ends there is an earlier text of this version, which clients may have accepted. */
export function publishedEarlier(name: LegalName, version: string): Localized<LegalText> {
  const of = (title: string) => ({ title, version, parts: [{ title, paragraphs: [version] }] })
  const text = { kz: of('Бұрынғы мәтін'), ru: of('Прежний текст') }
  earlierTexts[name] = { [version]: text }
  onTestFinished(() => void delete earlierTexts[name])
  return text
}
