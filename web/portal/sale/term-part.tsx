import { memo, useState } from 'react'
import { allowedMonths, earliestStart, latestStart } from '#domain/ogpo/period.ts'
import { dayFrom } from '#texts/phrases.ts'
import type { Term } from '../../sale/model/sale.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { shortInsurer } from '../../ui/insurer-name.ts'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useMedia } from '../../ui/use-media.ts'
import type { SaleActions } from './sale.ts'
import sheet from './sheet.module.css'
import type { Action } from './state/reduce.ts'
import type { Options } from './state/state.ts'
import styles from './term-part.module.css'
import words from './texts.ts'

type Props = {
  term: Term
  paymentPhone: string
  consentRequired: boolean
  /** The policyholder's: documents go there too. */
  email: string
  emailWrong: string | undefined
  startWrong: string | undefined
  periodWrong: string | undefined
  phoneWrong: string | undefined
  options: Options
  actions: SaleActions
}

/** Start and term, insurer, OGPO+, recipients of the bill and the documents. */
export const TermPart = memo(function TermPart(props: Props) {
  const { term, paymentPhone, email, options, actions } = props
  const { start, months, seasonal, insurer } = term
  const t = useTexts(words)
  const locale = useLocale()
  const set = (patch: Partial<Term>): void => actions.dispatch({ type: 'term', patch })
  const more = (patch: Extract<Action, { type: 'set' }>['patch']): void =>
    actions.dispatch({ type: 'set', patch })
  const [opened] = useState(options.today)
  const moved = options.today !== opened && start === earliestStart(options.today)
  const hasRoom = useMedia('(width >= 1024px)')
  const isWrong = [props.startWrong, props.periodWrong, props.phoneWrong, props.emailWrong].some(
    Boolean,
  )
  const [unfolded, setUnfolded] = useState(false)
  const isOpen = hasRoom || unfolded || isWrong || moved
  return (
    <section className={sheet.part} aria-labelledby="part-term">
      <h2 id="part-term">{t.term}</h2>
      {hasRoom ? null : (
        <button
          type="button"
          className={styles.folded}
          aria-expanded={isOpen}
          aria-controls="term-fields"
          onClick={() => setUnfolded(!isOpen)}
        >
          <Defaults {...props} />
          <ChevronIcon />
        </button>
      )}
      <div id="term-fields" className={styles.fields} hidden={!isOpen}>
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
            onValue={(day) => set({ start: day })}
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
            onValue={(value) => set({ months: Number(value) })}
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
            onValue={(_, phone) => phone !== paymentPhone && more({ paymentPhone: phone })}
          />
          <TextField
            name="policyholder-email"
            label={t.email}
            type="email"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            defaultValue={email}
            error={props.emailWrong}
            onBlur={(text) =>
              text.trim() !== email &&
              actions.dispatch({ type: 'policyholder', patch: { email: text.trim() } })
            }
          />
        </div>
        <TermChoices {...props} set={set} more={more} />
      </div>
    </section>
  )
})

/** Default terms of the sale, on one line. */
function Defaults({ term, paymentPhone, consentRequired, options }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { start, months, insurer, seasonal, ogpoPlus } = term
  const company = options.insurers.find(({ code }) => code === insurer) ?? options.insurers[0]
  const said = [
    dayFrom[locale](longDate(locale, start)),
    t.months(months),
    company ? shortInsurer(company.name[locale]) : '',
    seasonal ? t.seasonal : '',
    ogpoPlus ? 'ОГПО+' : '',
    paymentPhone ? t.paymentPhone : '',
    consentRequired ? t.consentAll : '',
  ]
  return <span>{said.filter(Boolean).join(' · ')}</span>
}

/** Seasonal use, OGPO+, and whether everybody is asked for consent. */
function TermChoices({
  term: { seasonal, ogpoPlus },
  consentRequired,
  options: { ogpoPlus: plus },
  set,
  more,
}: Props & {
  set: (patch: Partial<Term>) => void
  more: (patch: { consentRequired: boolean }) => void
}) {
  const t = useTexts(words)
  return (
    <div className={styles.choices}>
      <Checkbox
        name="seasonal"
        label={t.seasonal}
        defaultChecked={seasonal}
        onChecked={(on) => set({ seasonal: on })}
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
        onChecked={(on) => more({ consentRequired: on })}
      />
    </div>
  )
}
