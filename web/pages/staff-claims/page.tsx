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
const board = async () => (await import('../../desks/claims/board.tsx')).Board
const oneClaim = async () => (await import('../../desks/claims/one-claim.tsx')).OneClaim

/** What asks for the list: a filter of it, or the list itself. */
const ofList = ['list', 'view', 'deadline', 'type', 'number']

/** The board of claims, their list, or one of them: `?claim=`. */
export function Component() {
  const query = useQuery()
  const claim = query.get('claim')
  const isList = ofList.some((name) => query.has(name))
  const what = claim ?? (isList ? 'list' : 'board')
  const load = claim ? oneClaim : isList ? queue : board
  return (
    <StaffConsole name="staff-claims" title={title[useLocale()]}>
      {() => <Later key={what} load={load} />}
    </StaffConsole>
  )
}
