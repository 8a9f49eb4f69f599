import { pathOf } from '#contract/pages.ts'
import claimWords from '../../claims/texts.ts'
import { fromTo, longDate, useLocale, useTexts } from '../../texts.ts'
import parts from '../../ui/desk-parts.module.css'
import { MaskedNumber } from '../masked/masked-number.tsx'
import { Strip } from '../strip/strip.tsx'
import styles from './case.module.css'
import type { StaffClaim } from './claim.ts'
import words from './texts.ts'

/** Whose claim it is, and of which policy. */
export function About({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const of = useTexts(claimWords)
  const locale = useLocale()
  const whose = { claim_id: claim.claim_id }
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t.client}</h2>
      <Strip
        title={t.client}
        facts={[
          { label: t.client, value: claim.client.name },
          { label: t.iin, value: <MaskedNumber of={whose} what="iin" masked={claim.client.iin} /> },
          {
            label: t.phone,
            value: claim.client.phone ? (
              <MaskedNumber of={whose} what="phone" masked={claim.client.phone} />
            ) : (
              '–'
            ),
          },
          { label: t.policy, value: claim.global_id },
          { label: t.period, value: fromTo(locale, claim.period.start, claim.period.end) },
          claim.property_address
            ? { label: t.address, value: claim.property_address }
            : { label: t.car, value: claim.plates.join(', ') || '–' },
          { label: t.sent, value: longDate(locale, claim.claim_date) },
          { label: t.case, value: of.cases[claim.claim_case].label },
          { label: t.role, value: of.statuses[claim.claim_status] },
          ...(claim.third_party ? [{ label: t.thirdParty, value: claim.third_party }] : []),
        ]}
      />
      <a
        className={parts.back}
        href={`${pathOf('staff-clients', locale)}?client=${claim.account_id}`}
      >
        {t.clientPage}
      </a>
    </section>
  )
}
