import type { Basis } from '#domain/claims/basis.ts'
import { europrotocolAtDesk } from '#domain/claims/europrotocol.ts'
import type { ClaimVerdict } from '#domain/claims/verdict.ts'
import { claimsUnder } from '#domain/products.ts'
import {
  basisLine,
  deadlineNames,
  europrotocolConditions,
  limitNames,
  objectionNames,
  paperNames,
  paperSources,
} from '#texts/claim-verdict.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { WarnIcon } from '../../ui/icons.tsx'
import styles from './case.module.css'
import words from './case-texts.ts'
import type { StaffClaim } from './claim.ts'
import { verdictOf } from './claim-case.ts'
import rules from './rules.module.css'

/** What the law requires of the claim now: papers, signs, deadlines, limits. */
export function Rules({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const verdict = verdictOf(claim)
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t.rules}</h2>
      <Against verdict={verdict} />
      <Lacks verdict={verdict} />
      <Deadlines verdict={verdict} />
      <Limits verdict={verdict} />
      {claimsUnder[claim.policy_type].byMotorLaw ? <Simplified claim={claim} /> : null}
    </section>
  )
}

/** Source of a rule; a guess is marked as one. */
function Where({ basis }: { basis: Basis }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <small className={styles.soft}>
      {basisLine(basis, locale)}
      {basis.guess ? ` · ${t.guess}` : ''}
    </small>
  )
}

function Against({ verdict }: { verdict: ClaimVerdict }) {
  const t = useTexts(words)
  const locale = useLocale()
  const said = [...verdict.refusals, ...verdict.doubts]
  if (said.length === 0) return null
  return (
    <div className={rules.against}>
      <h3>
        <WarnIcon />
        {t.against}
      </h3>
      <ul>
        {said.map(({ code, effect, basis }) => (
          <li key={code}>
            {objectionNames[locale][code]}: {t.effect[effect]}
            <Where basis={basis} />
          </li>
        ))}
      </ul>
      <p className={styles.soft}>{t.decides}</p>
    </div>
  )
}

function Lacks({ verdict: { missing, complete } }: { verdict: ClaimVerdict }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      <h3>{complete ? t.enough : t.lacks}</h3>
      {complete ? null : (
        <ul className={rules.lines}>
          {missing.map(({ paper, why, where }) => (
            <li key={paper}>
              {paperNames[locale][paper]}
              <small>{paperSources[locale][where]}</small>
              <Where basis={why} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Deadlines({ verdict: { deadlines } }: { verdict: ClaimVerdict }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <details className={rules.more}>
      <summary>{t.deadlines}</summary>
      <ul className={rules.lines}>
        {deadlines.map(({ kind, on, basis, state }) => (
          <li key={kind} data-state={state}>
            {t.until(deadlineNames[locale][kind], longDate(locale, on))}, {t.deadlineState[state]}
            <Where basis={basis} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Limits({ verdict: { limits } }: { verdict: ClaimVerdict }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <details className={rules.more}>
      <summary>{t.limits}</summary>
      <ul className={rules.lines}>
        {limits.map(({ harm, sum, basis }) => (
          <li key={harm}>
            {limitNames[locale][harm]}: {sum === null ? t.unknownMrp : money(sum)}
            <Where basis={basis} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Whether the police could be left out, condition by condition. */
function Simplified({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { conditions, verdict, limit } = europrotocolAtDesk(
    { known: claim.rules, period: claim.period },
    claim.sums.estimated,
  )
  return (
    <details className={rules.more}>
      <summary>
        {t.euro}: {t.euroVerdict[verdict]}
      </summary>
      <ul className={rules.lines}>
        {conditions.map(({ condition, answer, basis }) => (
          <li key={condition} data-state={answer === 'no' ? 'late' : undefined}>
            {europrotocolConditions[locale][condition]}: {t.answers[answer]}
            <Where basis={basis} />
          </li>
        ))}
        {limit === null ? null : (
          <li>
            {limitNames[locale].simplified}: {money(limit)}
          </li>
        )}
      </ul>
    </details>
  )
}
