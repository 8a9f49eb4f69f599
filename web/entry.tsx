import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { Locale } from '#domain/locale.ts'
import type { PageModule } from './page.ts'
import { LocaleContext, pageLocale } from './texts.ts'

/**
 * Starts an interactive page: hydrates at once the HTML that is already there. Fields keep their
 * own values, so what was typed before this ran stays. The build makes one small script per page
 * that calls this with the page.
 */
export function start({ Component }: Pick<PageModule, 'Component'>): void {
  const place = document.getElementById('page')
  if (!place) return
  const locale: Locale = pageLocale()
  const data: unknown =
    JSON.parse(document.getElementById('data')?.textContent ?? 'null') ?? undefined
  document.getElementById('preloader')?.remove()
  hydrateRoot(
    place,
    <LocaleContext value={locale}>
      {createElement(Component, { data: data as never })}
    </LocaleContext>,
  )
}
