import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import { NotFoundLine, NotFoundWays } from '../../ui/not-found.tsx'
import words from '../../ui/not-found-texts.ts'
import { PlateLand } from '../../world/plate-land.tsx'
import styles from './page.module.css'
import typed from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].text,
})

/**
 * A page that is not there, and what one can do all the same: a plate leads to its price or to its
 * policy (`typed.ts`).
 */
export function Component({ data }: { data: { path: string; rule?: boolean } }) {
  const t = useTexts(words)
  const p = useTexts(typed)
  const locale = useLocale()
  return (
    <div data-bleed>
      <PlateLand
        title={t.title}
        lead={t.text}
        action={pathOf('ogpo-calculator', locale)}
        label={p.plate}
        calm={p.calm}
        wrong={p.wrongPlate}
        below={
          <>
            <Button type="submit" wide icon={<ArrowIcon />}>
              {p.priced}
            </Button>
            <Button type="submit" variant="secondary" wide value={pathOf('check', locale)}>
              {p.checked}
            </Button>
          </>
        }
      >
        <NotFoundLine data={data} />
        <p className={styles.home}>
          <a href={pathOf('index', locale)}>{t.home}</a>
        </p>
      </PlateLand>
      <nav className={`wrap ${styles.ways}`} aria-labelledby="ways">
        <h2 id="ways">{p.ways}</h2>
        <NotFoundWays />
      </nav>
    </div>
  )
}
