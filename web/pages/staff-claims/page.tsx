import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import words from '../../desks/claims/texts.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { useTexts } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})

const queue = async () => (await import('../../desks/claims/queue.tsx')).Queue
const oneClaim = async () => (await import('../../desks/claims/one-claim.tsx')).OneClaim

/** The queue of claims, or one of them: `?claim=`. */
export function Component() {
  const t = useTexts(words)
  const claim = useQuery().get('claim')
  return (
    <StaffConsole name="staff-claims" title={t.title}>
      {() => <Later key={claim} load={claim ? oneClaim : queue} />}
    </StaffConsole>
  )
}
