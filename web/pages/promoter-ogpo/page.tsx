import type { Locale } from '#domain/locale.ts'
import { lazy } from '../../lazy.ts'
import { Portal } from '../../portal/frame.tsx'
import { useTexts } from '../../texts.ts'
import words from './head-texts.ts'

/** Loaded once the promoter is known. */
const PortalPage = lazy(() =>
  import('../../portal/sale/desk.tsx').then((module) => ({ default: module.PortalPage })),
)

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** The selling screen. */
export function Component() {
  const { title } = useTexts(words)
  return (
    <Portal name="promoter-ogpo" title={title}>
      {(user) => <PortalPage user={user} />}
    </Portal>
  )
}
