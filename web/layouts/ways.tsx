import { type PageName, pathOf } from '#contract/pages.ts'
import { pageTitles } from '../page-titles.ts'
import { menuPages, pageNames, type Row } from '../pages.ts'
import { useLocale, useTexts } from '../texts.ts'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'

type LinksProps = Pick<LayoutProps, 'name'> & {
  menu: NonNullable<Row['menu']>
  /** Named elsewhere already. */
  without?: readonly PageName[]
}

/** The pages of a menu as lines of a list. */
export function Links({ name, menu, without = [] }: LinksProps) {
  const locale = useLocale()
  const titles = useTexts(pageTitles)
  return menuPages(menu)
    .filter((to) => !without.includes(to))
    .map((to) => (
      <li key={to}>
        <a
          href={pathOf(to, locale)}
          aria-current={name === to ? 'page' : isWithin(name, to) ? 'true' : undefined}
        >
          {titles[to]}
        </a>
      </li>
    ))
}

/** Opens the contact form; where no script runs, the page that has it. */
export function WriteLink() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <a href={`${pathOf('contact', locale)}#write`} data-dialog="contact">
      {t.write}
    </a>
  )
}

/** The way in, shown once there is somewhere to go. */
export function LogInLink() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <a
      href={`${pathOf('index', locale)}#sign-in`}
      data-dialog="log-in"
      data-cabinet={pathOf('account', locale)}
      data-label={t.cabinet}
    >
      {t.logIn}
    </a>
  )
}

/** Whether this build has a cabinet to go to. */
export const hasCabinet = pageNames.some((name) => String(name) === 'account')

/** `founders-code` stands within `founders`, the steps of the calculator within the calculator. */
const isWithin = (name: PageName, section: PageName): boolean => name.startsWith(`${section}-`)
