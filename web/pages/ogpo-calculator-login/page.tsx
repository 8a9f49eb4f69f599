import type { Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: words[locale].title, description: words[locale].description })

export function Component() {
  const t = useTexts(words)
  return (
    <>
      <h1>{t.title}</h1>
      <p>{t.description}</p>
    </>
  )
}
