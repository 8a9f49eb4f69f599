import { Suspense } from 'react'
import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { lazy } from '../../lazy.ts'
import { useLocale } from '../../texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** After the frame, which is there at once. */
const Claims = lazy(() =>
  import('../../reports/claims.tsx').then((module) => ({ default: module.Claims })),
)

const titleOf = (locale: Locale) => desks['claim-report'].title[locale]
export const head = (locale: Locale) => ({
  title: `${titleOf(locale)} – ${brand.name[locale]}`,
  description: titleOf(locale),
})

export function Component() {
  return (
    <StaffConsole name="claim-report" title={titleOf(useLocale())}>
      {({ today }) => (
        <Suspense fallback={<Skeleton shape="card" />}>
          <Claims today={today} />
        </Suspense>
      )}
    </StaffConsole>
  )
}
