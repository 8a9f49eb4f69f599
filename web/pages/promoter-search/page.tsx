import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { lazy } from '../../lazy.ts'
import { Portal } from '../../portal/frame.tsx'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import guest from './guest-texts.ts'
import words from './head-texts.ts'

const Search = lazy(() =>
  import('../../portal/search/search.tsx').then((module) => ({ default: module.Search })),
)

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** Opens without a sign-in, as the route table says; data are for a signed-in promoter. */
export function Component() {
  const t = useTexts(guest)
  const locale = useLocale()
  const { title } = useTexts(words)
  return (
    <Portal
      name="promoter-search"
      title={title}
      guest={
        <>
          <h1 className="visually-hidden">{t.heading}</h1>
          <EmptyState
            title={t.signInTitle}
            action={<LinkButton href={pathOf('promoter', locale)}>{t.signIn}</LinkButton>}
          >
            {t.signInText}
          </EmptyState>
        </>
      }
    >
      {() => <Search />}
    </Portal>
  )
}
