import { statements } from '#domain/claims/notice.ts'
import { statementWords } from '#texts/accident-notice.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { spacedSigns } from '../../typed-plate.ts'
import { almatyTime } from '../../ui/almaty.ts'
import styles from './case.module.css'
import { noticeWords as words } from './case-texts.ts'
import type { StaffClaim } from './claim.ts'

type Fact = { label: string; value: string }
/** As everything else at the side of the case. */
const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

type Notice = NonNullable<StaffClaim['notice']>
type Driver = Notice['first']

/** What two drivers declared and signed instead of calling the police, with each signature. */
export function AccidentNotice({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { notice } = claim
  if (!notice) return null
  const { shared, first, second, signed_at: signed } = notice
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t.title}</h2>
      <p className={styles.soft}>{signed ? t.signed(almatyTime(signed)) : t.open}</p>
      <Facts
        facts={[
          { label: t.when, value: `${longDate(locale, shared.on)}, ${shared.at}` },
          { label: t.where, value: shared.place || '–' },
          { label: t.guilty, value: shared.at_fault ? t[shared.at_fault] : '–' },
        ]}
      />
      <One title={t.first} driver={first} />
      {second ? <One title={t.second} driver={second} /> : null}
    </section>
  )
}

function One({ title, driver }: { title: string; driver: Driver }) {
  const t = useTexts(words)
  const locale = useLocale()
  const cover = [driver.insurer, driver.policy].filter(Boolean).join(', ')
  const no = statements.filter((statement) => !driver.says[statement])
  return (
    <>
      <h3>{title}</h3>
      <Facts
        facts={[
          { label: t.who, value: [driver.name, driver.iin].filter(Boolean).join(', ') },
          { label: t.car, value: driver.plate ? spacedSigns(driver.plate) : '–' },
          { label: t.policy, value: cover || t.insured[driver.insured] },
          {
            label: t.damaged,
            value: driver.zones.map((zone) => zoneWords[zone][locale]).join(', ') || '–',
          },
          ...(driver.words ? [{ label: t.how, value: driver.words }] : []),
          {
            label: t.says,
            value:
              no.length === 0
                ? t.all
                : `${t.not}: ${no.map((one) => statementWords[one][locale]).join('; ')}`,
          },
          {
            label: t.signature,
            value: driver.signed_at
              ? [almatyTime(driver.signed_at), driver.phone].filter(Boolean).join(', ')
              : t.none,
          },
        ]}
      />
    </>
  )
}
