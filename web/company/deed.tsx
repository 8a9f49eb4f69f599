import { brand } from '#brand'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { LogoMark } from '../ui/logo.tsx'
import styles from './deed.module.css'
import words from './deed-texts.ts'

/** The licence as the paper that it is. */
export function Deed() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <span className={styles.deed}>
      <span className="frieze" aria-hidden="true" />
      <span className={styles.pale}>{t.regulator}</span>
      <b className={styles.title}>{t.licence}</b>
      <b className={styles.number}>№&nbsp;{brand.licence.number}</b>
      <span>{brand.legalName[locale]}</span>
      <span className={styles.pale}>{longDate(locale, brand.licence.date)}</span>
      <LogoMark className={styles.seal} />
    </span>
  )
}
