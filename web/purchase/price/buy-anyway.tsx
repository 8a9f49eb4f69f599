import { useSyncExternalStore } from 'react'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import words from '../calculator-texts.ts'
import { loginAddress } from '../flow.ts'
import styles from './estimate.module.css'

/** The way on, whatever the estimate says. */
export function BuyAnyway() {
  const t = useTexts(words)
  const locale = useLocale()
  const search = useSyncExternalStore(
    unchanging,
    () => location.search,
    () => '',
  )
  return (
    <div className={styles.buy}>
      {/* The plate above is the page's one main way. */}
      <LinkButton href={loginAddress(locale, search)} variant="secondary" wide icon={<ArrowIcon />}>
        {t.buy}
      </LinkButton>
      <p className={styles.note}>{t.buyWhy}</p>
    </div>
  )
}

/** The address does not change while the page is open. */
const unchanging = () => () => {}
