import { lazy, Suspense } from 'react'
import { brand, type Locale } from '#brand'
import { referenceNames } from '#domain/reference.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import words from '../../desks/reference/texts.ts'
import { useTexts } from '../../texts.ts'
import { useQuery } from '../../ui/query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Views } from '../../ui/views.tsx'

/** After the frame, which is there at once. */
const Kind = lazy(() =>
  import('../../desks/reference/kind.tsx').then((module) => ({ default: module.Kind })),
)

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})

/**
 * Rows with dates, kind by kind (`?kind=`): what is in force, what is proposed, what was changed.
 */
export function Component() {
  const t = useTexts(words)
  const query = useQuery()
  const kind = referenceNames.find((one) => one === query.get('kind')) ?? 'insurers'
  return (
    <StaffConsole name="staff-reference" title={t.title}>
      {({ user, today }) => (
        <>
          <Views
            label={t.kinds}
            current={kind}
            views={referenceNames.map((id) => ({ id, label: t.kind[id], query: { kind: id } }))}
          />
          <Suspense fallback={<Skeleton shape="card" />}>
            <Kind key={kind} kind={kind} today={today} administrator={user.administrator} />
          </Suspense>
        </>
      )}
    </StaffConsole>
  )
}
