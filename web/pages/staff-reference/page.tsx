import { Suspense } from 'react'
import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { lazy } from '../../lazy.ts'
import { useLocale } from '../../texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** After the frame, which is there at once. */
const Kinds = lazy(() =>
  import('../../desks/reference/kinds.tsx').then((module) => ({ default: module.Kinds })),
)

const { title } = desks['staff-reference']
export const head = (locale: Locale) => ({
  title: `${title[locale]} – ${brand.name[locale]}`,
  description: title[locale],
})

/** What prices and checks stand on, as staff edit it. */
export function Component() {
  return (
    <StaffConsole name="staff-reference" title={title[useLocale()]}>
      {({ user, today }) => (
        <div>
          <Suspense fallback={<Skeleton shape="card" />}>
            <Kinds today={today} administrator={user.administrator} />
          </Suspense>
        </div>
      )}
    </StaffConsole>
  )
}
