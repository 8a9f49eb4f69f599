import type { Locale } from '#domain/locale.ts'
import { Frame, Sent } from '../../contact/frame.tsx'
import contactWords from '../../contact/texts.ts'
import { useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { BillForm } from './bill-form.tsx'
import type { OrganisationsData } from './data.ts'
import { Fleet } from './fleet-form.tsx'
import { FleetPrice } from './fleet-price.tsx'
import styles from './organisations.module.css'
import { Poster } from './poster.tsx'
import words from './texts.ts'

export const head = (locale: Locale, data?: OrganisationsData) => ({
  title: `${Object.keys(data?.errors ?? {}).length ? `${contactWords[locale].wrongTitle}: ` : ''}${words[locale].title}`,
  description: words[locale].description,
})

export function Component({ data }: { data: OrganisationsData }) {
  const t = useTexts(words)
  const { regions, errors, wait, priced, sent } = data
  return (
    <div className={styles.page}>
      <Frame title={t.heading} lead={t.lead} errors={errors} wait={wait}>
        {sent ? (
          <Sent title={t.sent} number={sent.number} text={t.sentText(sent.email)} />
        ) : regions.length === 0 ? (
          <Notice tone="warn" title={t.away}>
            {t.awayText}
          </Notice>
        ) : (
          <Fleet data={data} />
        )}
        {priced ? <FleetPrice priced={priced} /> : null}
        {priced && !sent ? <BillForm data={data} /> : null}
      </Frame>
      <Poster priced={priced} />
    </div>
  )
}
