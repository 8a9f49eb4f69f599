import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { Late } from '../../ui/late.tsx'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

/** Is a person blocked, why, by what; the new cases; the lists (specification, section 2, "KYC"). */
export function Component() {
  const t = useTexts(words)
  return (
    <Desk name="kyc" title={t.title}>
      {() => <Late load={async () => (await import('./rooms.tsx')).Rooms} />}
    </Desk>
  )
}
