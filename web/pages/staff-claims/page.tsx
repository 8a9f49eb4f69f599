import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { useQuery } from '../../ui/query.ts'
import { OneClaim } from './one-claim.tsx'
import { Queue } from './queue.tsx'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

/** The queue of claims, or one of them: `?claim=`. */
export function Component() {
  const t = useTexts(words)
  const claim = useQuery().get('claim')
  return (
    <Desk name="staff-claims" title={t.title}>
      {() => (claim ? <OneClaim key={claim} id={claim} /> : <Queue />)}
    </Desk>
  )
}
