import type { Locale } from '#domain/locale.ts'
import { lazy } from '../../lazy.ts'
import { Portal } from '../../portal/frame.tsx'
import { useTexts } from '../../texts.ts'
import words from './head-texts.ts'

const PortalPage = lazy(() =>
  import('../../portal/block/desk.tsx').then((module) => ({ default: module.PortalPage })),
)

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** The block-issuance page. */
export function Component() {
  const { title } = useTexts(words)
  return (
    <Portal name="promoter-block" title={title}>
      {() => <PortalPage />}
    </Portal>
  )
}
