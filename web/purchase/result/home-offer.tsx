import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { HouseIcon } from '../../ui/later-icons.tsx'
import styles from './issued-policy.module.css'
import words from './policy-texts.ts'
import { endHomeOffer, mayOfferHome } from './seen.ts'

/** Home, offered once and quietly: with one policy, until it is hidden. */
export function HomeOffer({ orderId }: { orderId: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [shown, setShown] = useState(() => mayOfferHome(orderId))
  const hide = (): void => {
    endHomeOffer()
    setShown(false)
  }
  if (!shown) return null
  return (
    <section className={styles.offer} aria-labelledby="home-offer">
      <HouseIcon />
      <div>
        <h2 id="home-offer">{t.home}</h2>
        <p>{t.homeText}</p>
        <div className={styles.choices}>
          <LinkButton variant="quiet" size="small" href={pathOf('egov-home', locale)}>
            {t.homeSee}
          </LinkButton>
          <Button variant="quiet" size="small" onClick={hide}>
            {t.homeHide}
          </Button>
        </div>
      </div>
    </section>
  )
}
