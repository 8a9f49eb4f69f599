import { memo, useState } from 'react'
import type { Day } from '#domain/calendar.ts'
import { allowedMonths, earliestStart, latestStart } from '#domain/ogpo/period.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { shortInsurer } from '../../ui/insurer-name.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { SaleActions } from './sale.ts'
import sheet from './sheet.module.css'
import type { Options } from './state/answers.ts'
import type { Term } from './state/changes.ts'
import styles from './term-part.module.css'
import words from './texts.ts'

type Props = {
  start: Day
  months: number
  seasonal: boolean
  insurer: string
  ogpoPlus: boolean
  paymentPhone: string
  consentRequired: boolean
  startWrong: string | undefined
  periodWrong: string | undefined
  phoneWrong: string | undefined
  options: Options
  actions: SaleActions
}

/** From when and for how long, the company, OGPO+, the phone the bill goes to. */
export const TermPart = memo(function TermPart(props: Props) {
  const { start, months, seasonal, insurer, paymentPhone, options, actions } = props
  const t = useTexts(words)
  const locale = useLocale()
  const set = (patch: Term): void => actions.dispatch({ type: 'term', patch })
  const [opened] = useState(options.today)
  const moved = options.today !== opened && start === earliestStart(options.today)
  return (
    <section className={sheet.part} aria-labelledby="part-term">
      <h2 id="part-term">{t.term}</h2>
      <div className={styles.terms}>
        <DateField
          key={options.today}
          name="start"
          label={t.start}
          min={earliestStart(options.today)}
          max={latestStart(options.today)}
          defaultValue={start}
          hint={moved ? t.newDay : undefined}
          error={props.startWrong}
          onValue={(policyStartDate) => set({ policyStartDate })}
        />
        <Select
          key={`${seasonal}`}
          name="months"
          label={t.period}
          defaultValue={String(months)}
          error={props.periodWrong}
          options={allowedMonths(seasonal).map((count) => ({
            value: String(count),
            label: t.months(count),
          }))}
          onValue={(value) => set({ policyPeriod: Number(value) })}
        />
        {options.insurers.length > 1 ? (
          <Select
            key={`company ${insurer}`}
            name="insurer"
            label={t.insurer}
            defaultValue={insurer || options.insurers[0]?.code}
            options={options.insurers.map(({ code, name }) => ({
              value: code,
              label: shortInsurer(name[locale]),
            }))}
            onValue={(value) => set({ insurer: value })}
          />
        ) : null}
        <PhoneField
          name="payment-phone"
          label={t.paymentPhone}
          autoComplete="off"
          defaultValue={paymentPhone}
          error={props.phoneWrong}
          onValue={(_, phone) => phone !== paymentPhone && set({ paymentPhone: phone })}
        />
      </div>
      <TermChoices {...props} set={set} />
    </section>
  )
})

/** Seasonal use, OGPO+, and whether everyone is asked for their consent. */
function TermChoices({
  seasonal,
  ogpoPlus,
  consentRequired,
  options: { ogpoPlus: plus },
  set,
}: Props & { set: (patch: Term) => void }) {
  const t = useTexts(words)
  return (
    <div className={styles.choices}>
      <Checkbox
        name="seasonal"
        label={t.seasonal}
        defaultChecked={seasonal}
        onChecked={(seasonalAgreement) => set({ seasonalAgreement })}
      />
      {plus ? (
        <Checkbox
          name="ogpoPlus"
          label={t.ogpoPlus(money(plus.premium))}
          hint={t.ogpoPlusHint(money(plus.payout))}
          defaultChecked={ogpoPlus}
          onChecked={(on) => set({ ogpoPlus: on })}
        />
      ) : null}
      <Checkbox
        key={`consent ${consentRequired}`}
        name="consent-required"
        label={t.consentAll}
        hint={t.consentAllHint}
        defaultChecked={consentRequired}
        onChecked={(on) => set({ consentRequired: on })}
      />
    </div>
  )
}
