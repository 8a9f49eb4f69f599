import { bestBy, insurerFactNames } from '#domain/insurer-facts.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { decimal } from '../price/factor-words.ts'
import saleWords from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import styles from './insurer-choice.module.css'
import words from './insurer-texts.ts'

type Insurer = PurchaseActions['options']['insurers'][number]

/**
 * The insurers: one price with all, the broker's commission beside each, and its facts with their
 * source.
 */
export function InsurerChoice({ purchase }: { purchase: PurchaseActions }) {
  const t = useTexts(saleWords)
  const own = useTexts(words)
  const locale = useLocale()
  const { state, dispatch, options } = purchase
  const { insurers } = options
  const earns = (percent: string): string => t.commission(decimal(percent))
  // A commission equal for all is shown once.
  const [first, ...others] = insurers.map(({ commissionPercent }) => commissionPercent)
  const same = first !== undefined && others.every((percent) => percent === first)
  const known = insurers.some(({ facts }) => facts.length > 0)
  const hint = [
    same ? `${t.insurerHint}. ${earns(first)}.` : t.insurerHint,
    ...(known ? [own.difference] : []),
  ].join(same ? ' ' : '. ')
  const comparable = insurers.map(({ code, facts }) => ({
    code,
    facts: facts.map(({ source, ...fact }) => ({ ...fact, source: source[locale] })),
  }))
  const best = insurerFactNames.map((fact) => ({ fact, code: bestBy(fact, comparable) }))
  return (
    <>
      <RadioCards
        key={state.term.insurer}
        name="insurer"
        label={t.insurer}
        labelHidden
        hint={hint}
        className={styles.oneColumn}
        defaultValue={state.term.insurer}
        error={errorOf(state, 'insurer')}
        onValue={(insurer) => dispatch({ type: 'term', patch: { insurer } })}
        options={insurers.map((insurer) => {
          const leads = best.filter(({ code }) => code === insurer.code).map(({ fact }) => fact)
          return {
            value: insurer.code,
            label: insurer.name[locale],
            detail:
              same && insurer.facts.length === 0 ? undefined : (
                <>
                  {same ? null : earns(insurer.commissionPercent)}
                  <Known facts={insurer.facts} leads={leads} />
                </>
              ),
          }
        })}
      />
      {known ? <Sources insurers={insurers} /> : null}
    </>
  )
}

type KnownProps = Pick<Insurer, 'facts'> & { leads: readonly Insurer['facts'][number]['fact'][] }

/** The figures of one insurer, below the labels of those it is best by. */
function Known({ facts, leads }: KnownProps) {
  const t = useTexts(words)
  if (facts.length === 0) return null
  return (
    <>
      <span className={styles.leads}>
        {leads.map((fact) => (
          <Chip key={fact} tone="good">
            {t.facts[fact].best}
          </Chip>
        ))}
      </span>
      <span className={styles.facts}>
        {facts.map(({ fact, value }) => (
          <span key={fact}>
            <b>{t.facts[fact].value(decimal(value))}</b> {t.facts[fact].name}
          </span>
        ))}
      </span>
    </>
  )
}

/** The sources with their days, once each; invented figures are marked so. */
function Sources({ insurers }: { insurers: readonly Insurer[] }) {
  const t = useTexts(words)
  const locale = useLocale()
  const facts = insurers.flatMap((insurer) => insurer.facts)
  const said = new Set(
    facts.map(({ source, day }) => t.source(source[locale], longDate(locale, day))),
  )
  return (
    <p className={styles.sources}>
      {facts.some(({ fact }) => fact === 'days_to_pay') ? `${t.term} ` : null}
      {[...said].join(' ')}
      {facts.some(({ sample }) => sample) ? <b> {t.sample}</b> : null}
    </p>
  )
}
