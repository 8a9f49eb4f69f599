import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import menuWords from '../../layouts/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowIcon, InfoIcon, PhoneIcon } from '../../ui/icons.tsx'
import { CrashIcon, HouseIcon } from '../../ui/later-icons.tsx'
import { NotFoundLine } from '../../ui/not-found.tsx'
import words from '../../ui/not-found-texts.ts'
import { WayCards } from '../../ui/way-cards.tsx'
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
  const { large } = useTexts(menuWords)
  const locale = useLocale()
  const way = (to: keyof typeof large, icon: ReactNode) => {
    const [name = '', text = ''] = large[to]
    return { to: pathOf(to, locale), icon, name, text }
  }
  return (
    <div data-bleed>
      <PlateLand
        gate="broken"
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
      <div className={`wrap ${styles.ways}`}>
        <WayCards
          title={p.ways}
          ways={[
            way('claim-new', <CrashIcon />),
            way('egov-home', <HouseIcon />),
            way('auto-insurance', <InfoIcon />),
            {
              to: pathOf('call-back', locale),
              icon: <PhoneIcon />,
              name: t.ways['call-back'],
              text: p.callBack,
            },
          ]}
        />
      </div>
    </div>
  )
}
