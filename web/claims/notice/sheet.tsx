import { formatTime } from '#domain/calendar.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { spacedSigns } from '../../typed-plate.ts'
import { Facts } from '../../ui/facts.tsx'
import styles from './notice.module.css'
import words from './texts.ts'
import type { Notice, NoticeDriver } from './use-notice.ts'

/** The same notice on both phones: what happened, and each driver with their car and signature. */
export function Sheet({ notice }: { notice: Notice }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { shared, first, second, me } = notice
  const guilty = shared.at_fault && t[shared.at_fault]
  return (
    <article className={styles.sheet}>
      <h2>{t.event}</h2>
      <Facts
        facts={[
          { label: t.when, value: `${longDate(locale, shared.on)}, ${shared.at}` },
          { label: t.where, value: shared.place || '–' },
          {
            label: t.guilty,
            value: guilty ? `${guilty}${shared.at_fault === me ? ` (${t.you})` : ''}` : '–',
          },
        ]}
      />
      <Driver title={t.first} driver={first} mine={me === 'first'} />
      {second ? <Driver title={t.second} driver={second} mine={me === 'second'} /> : null}
    </article>
  )
}

type Props = { title: string; driver: NoticeDriver; mine: boolean }

function Driver({ title, driver, mine }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { insured, insurer, policy, zones, signed_at: signed } = driver
  const cover = [insurer, policy].filter(Boolean).join(', ')
  const time = signed && formatTime(new Date(signed))
  return (
    <section className={styles.driver}>
      <h3>
        {title}
        {mine ? ` · ${t.you}` : null}
      </h3>
      <p className={styles.name}>{driver.name || t.unnamed}</p>
      <Facts
        facts={[
          { label: t.car, value: driver.plate ? spacedSigns(driver.plate) : '–' },
          {
            label: t.policy,
            value: insured === 'yes' ? cover || t.insured.yes : t.insured[insured],
          },
          ...(zones.length > 0
            ? [{ label: t.damaged, value: zones.map((zone) => zoneWords[zone][locale]).join(', ') }]
            : []),
          ...(driver.words ? [{ label: t.how, value: driver.words }] : []),
        ]}
      />
      <p className={styles.signature} data-signed={signed ? '' : undefined}>
        {time ? t.signed(time) : t.unsigned}
      </p>
    </section>
  )
}
