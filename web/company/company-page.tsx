import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { pageTitles } from '../page-titles.ts'
import { type MenuPage, menuPages } from '../pages.ts'
import { useLocale, useTexts } from '../texts.ts'
import { PageHead } from '../ui/page-head.tsx'
import { LineHead } from '../world/line-head.tsx'
import styles from './company-page.module.css'
import words from './company-texts.ts'

type Props = {
  /** The section: a page of the company's menu. */
  section: MenuPage
  title: string
  lead?: string | undefined
  /** A page of one entry: the section is in its trail. */
  detail?: boolean
  children: ReactNode
}

/** A page about the company: its neighbours above it, the trail on a page within a section. */
export function CompanyPage({ section, title, lead, detail, children }: Props) {
  const locale = useLocale()
  const titles = useTexts(pageTitles)
  const t = useTexts(words)
  const to = (name: 'index' | MenuPage) => ({ title: titles[name], href: pathOf(name, locale) })
  const menu = (
    <div className="wrap">
      <nav aria-label={t.company} className={styles.menu}>
        {menuPages('company').map((name) => (
          <a
            key={name}
            href={pathOf(name, locale)}
            aria-current={name === section ? (detail ? 'true' : 'page') : undefined}
          >
            {titles[name]}
          </a>
        ))}
      </nav>
    </div>
  )
  return (
    <div data-bleed>
      {detail ? (
        menu
      ) : (
        <LineHead title={title} lead={lead}>
          {menu}
        </LineHead>
      )}
      <div className={`wrap ${styles.page}`}>
        {detail ? (
          <PageHead
            title={title}
            lead={lead}
            trail={{ label: t.trail, links: [to('index'), to(section)] }}
          />
        ) : null}
        <div className={styles.content}>{children}</div>
      </div>
    </div>
  )
}
