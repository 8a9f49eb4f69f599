import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})

const queue = async () => (await import('./queue.tsx')).Queue
const oneClaim = async () => (await import('./one-claim.tsx')).OneClaim

/** The queue of claims, or one of them: `?claim=`. */
export function Component() {
  const t = useTexts(words)
  const claim = useQuery().get('claim')
  return (
    <Desk name="staff-claims" title={t.title}>
      {() => <Later key={claim} load={claim ? oneClaim : queue} />}
    </Desk>
  )
}
