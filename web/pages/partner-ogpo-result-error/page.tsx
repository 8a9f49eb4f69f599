import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import type { PartnerData } from '#domain/partner.ts'
import words from '../../partner/texts.ts'
import { PartnerTheme, partnerHead } from '../../partner/theme.tsx'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CheckIcon, PhoneIcon } from '../../ui/icons.tsx'
import { Picture } from '../../world/picture.tsx'
import styles from './page.module.css'
import ownWords from './texts.ts'

export const head = (locale: Locale, data: PartnerData) =>
  partnerHead(
    locale,
    words[locale].problems[data.problem ?? 'link'].title,
    words[locale].description,
    data,
  )

/** A link that opens nothing: why, what to do, and where the same policy can be had all the same. */
export function Component({ data }: { data: PartnerData }) {
  const t = useTexts(words)
  const own = useTexts(ownWords)
  const locale = useLocale()
  const { title, text } = t.problems[data.problem ?? 'link']
  return (
    <PartnerTheme name="partner-ogpo-result-error" data={data}>
      <div className={styles.error}>
        <Picture of="barrier" part="refused" eager className={styles.scene} />
        <h1>{title}</h1>
        <p>{text}</p>
        <ul className={styles.safe}>
          {own.safe.map(([what, why]) => (
            <li key={what}>
              <CheckIcon />
              <b>{what}</b>
              <p>{why}</p>
            </li>
          ))}
        </ul>
        <a href={pathOf('check', locale)}>{own.check}</a>
        <p>{own.here}</p>
        <LinkButton href={pathOf('ogpo-calculator', locale)}>{own.price}</LinkButton>
        <LinkButton variant="secondary" href={`tel:${brand.callCentre}`} icon={<PhoneIcon />}>
          {t.call}
        </LinkButton>
      </div>
    </PartnerTheme>
  )
}
