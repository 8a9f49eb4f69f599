import { money, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { decimal } from '../price/factor-words.ts'
import words from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import type { SectionProps } from './section.ts'
import styles from './sections.module.css'

/** The insurer, with what the broker earns said beside each, and OGPO+ off by default. */
export function CompanySection(section: SectionProps) {
  const { state, dispatch, options } = section
  const t = useTexts(words)
  const locale = useLocale()
  const badScoring = state.formError?.code === 5 && state.formError.reason === 'bad'
  return (
    <div className={styles.stack}>
      <RadioCards
        key={state.insurer}
        name="insurer"
        label={t.insurer}
        hint={t.insurerHint}
        defaultValue={state.insurer}
        error={errorOf(state, 'insurer')}
        className={styles.oneColumn}
        onValue={(insurer) => dispatch({ type: 'set', patch: { insurer } })}
        options={options.insurers.map((insurer) => ({
          value: insurer.code,
          label: insurer.name[locale],
          detail:
            badScoring && insurer.acceptsBadScoring ? (
              <>
                {t.commission(decimal(insurer.commissionPercent))}
                <span className={styles.accepts}>
                  <Chip tone="now">{t.afterScoring}</Chip>
                </span>
              </>
            ) : (
              t.commission(decimal(insurer.commissionPercent))
            ),
        }))}
      />
      <OgpoPlus {...section} />
    </div>
  )
}

/** OGPO+: off by default, its own consent. Nothing where it is not sold today. */
export function OgpoPlus({ state, dispatch, options, read }: SectionProps) {
  const t = useTexts(words)
  const plus = options.ogpoPlus
  if (!plus) return null
  return (
    <div className={styles.extra}>
      <Checkbox
        name="ogpoPlus"
        defaultChecked={state.ogpoPlus}
        label={
          <span>
            {t.ogpoPlus(money(plus.premium))}{' '}
            {plus.sample ? <small className={styles.sample}>({t.sample})</small> : null}
          </span>
        }
        hint={t.ogpoPlusText(money(plus.payout))}
        onChecked={(ogpoPlus) =>
          dispatch({
            type: 'set',
            patch: { ogpoPlus, ...(ogpoPlus ? {} : { ogpoPlusAccepted: false }) },
          })
        }
      />
      {state.ogpoPlus ? (
        <div className={styles.accept}>
          <Checkbox
            name="ogpoPlusAccepted"
            label={t.ogpoPlusAccept}
            defaultChecked={state.ogpoPlusAccepted}
            error={errorOf(state, 'ogpoPlusAccepted')}
            onChecked={(ogpoPlusAccepted) => dispatch({ type: 'set', patch: { ogpoPlusAccepted } })}
          />
          <Button
            variant="quiet"
            size="small"
            aria-label={`${t.read}: ОГПО+`}
            onClick={() => read('ogpoPlus')}
          >
            {t.read}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
