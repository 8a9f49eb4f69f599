import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { Late } from '../../ui/late.tsx'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

/** Promoters, accountants and staff; administrators alone. */
export function Component() {
  const t = useTexts(words)
  return (
    <Desk name="staff-users" title={t.title}>
      {() => <Late load={async () => (await import('./users.tsx')).Users} />}
    </Desk>
  )
}
