import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import { NotFoundLine, NotFoundWays } from '../../ui/not-found.tsx'
import words from '../../ui/not-found-texts.ts'
import { Drawing } from '../../world/drawing.tsx'
import { PlateInput } from '../../world/plate-input.tsx'
import styles from './page.module.css'
import typed from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].text,
})

/**
 * A page that is not there, and what one can do all the same: a plate leads to its price or to its
 * policy (`typed.ts`). The field has no name: without the script nothing of it gets into an address.
 */
export function Component({ data }: { data: { path: string; rule?: boolean } }) {
  const t = useTexts(words)
  const p = useTexts(typed)
  const locale = useLocale()
  return (
    <div data-bleed>
      <form id="car" action={pathOf('ogpo-calculator', locale)} className={styles.lost} noValidate>
        <div className={`wrap ${styles.say}`}>
          <h1>{t.title}</h1>
          <p>{t.text}</p>
          <NotFoundLine data={data} />
        </div>
        <div className={styles.stage}>
          <Drawing of="panorama" className={styles.scene} />
          <div className={styles.stand}>
            <PlateInput id="plate" label={p.plate} aria-describedby="said" />
          </div>
        </div>
        <div className={`deep ${styles.ground}`}>
          <div className={styles.fields}>
            <p id="said" aria-live="polite" data-plate={p.wrongPlate}>
              {p.calm}
            </p>
            <Button type="submit" wide icon={<ArrowIcon />}>
              {p.priced}
            </Button>
            <Button type="submit" variant="secondary" wide value={pathOf('check', locale)}>
              {p.checked}
            </Button>
          </div>
        </div>
      </form>
      <div className={`frieze ${styles.hem}`} aria-hidden="true" />
      <nav className={`wrap ${styles.ways}`} aria-labelledby="ways">
        <h2 id="ways">{p.ways}</h2>
        <NotFoundWays />
      </nav>
    </div>
  )
}
