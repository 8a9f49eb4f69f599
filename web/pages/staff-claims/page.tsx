import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { useLocale } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'

const { title } = desks['staff-claims']

export const head = (locale: Locale) => ({
  title: `${title[locale]} – ${brand.name[locale]}`,
  description: title[locale],
})

const queue = async () => (await import('../../desks/claims/queue.tsx')).Queue
const oneClaim = async () => (await import('../../desks/claims/one-claim.tsx')).OneClaim

/** The queue of claims, or one of them: `?claim=`. */
export function Component() {
  const claim = useQuery().get('claim')
  return (
    <StaffConsole name="staff-claims" title={title[useLocale()]}>
      {() => <Later key={claim} load={claim ? oneClaim : queue} />}
    </StaffConsole>
  )
}
