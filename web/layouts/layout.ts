import type { ReactNode } from 'react'
import type { PageName } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'

/**
 * A layout is HTML only, never hydrated: the page inside `content` is the root React starts from.
 * It uses its own style sheet (`layouts/<layout>.module.css`, which the build adds to every page of
 * the layout), icons and the horn line.
 */
export type LayoutProps = {
  name: PageName
  addresses: readonly { locale: Locale; path: string }[]
  content: ReactNode
}
