import { useEffect, useState } from 'react'
import { addDays, isDay } from '#domain/calendar.ts'
import { maskIin } from '#domain/iin.ts'
import { months as monthNames } from '#domain/months.ts'
import { variants } from '#domain/ogpo/limits.ts'
import { allowedMonths, earliestStart, endDay, latestStart } from '#domain/ogpo/period.ts'
import { formatPhone } from '#domain/phone.ts'
import type { LegalName } from '../../dialogs/legal.tsx'
import { fromTo, longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { DocumentIcon, PlusIcon } from '../../ui/later-icons.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import saleWords, { monthsWord, upToCars, upToDrivers } from '../purchase-texts.ts'
import { CarRowFields } from '../sections/car-row.tsx'
import { DriverFacts } from '../sections/driver-facts.tsx'
import { DriverRowFields, PrivilegeField } from '../sections/driver-row.tsx'
import { focusBeside } from '../sections/focus-beside.ts'
import { errorOf } from '../state/failure.ts'
import type { EditId } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { dayOf } from './day-of.ts'
import { InsurerChoice } from './insurer-choice.tsx'
import words from './review-texts.ts'
import styles from './sheets.module.css'

// Of the same part of the page: there is nothing to undo before a sheet was open.
export { Undo } from './undo.tsx'

const limits = variants.d10c10

type Props = { purchase: PurchaseActions; read: (text: LegalName) => void }

/** The content of each edit's sheet. */
export function SheetContent({ sheet, ...props }: Props & { sheet: EditId }) {
  switch (sheet) {
    case 'drivers':
      return <Drivers {...props} />
    case 'cars':
      return <Cars {...props} />
    case 'term':
      return <TermSheet purchase={props.purchase} />
    case 'insurer':
      return <InsurerChoice purchase={props.purchase} />
    case 'plus':
      return <Plus {...props} />
    case 'email':
      return <Email {...props} />
    case 'policyholder':
      return <Policyholder {...props} />
  }
}

/** The first thing to type has the focus as soon as it is there. */
function useFocus(id: string | undefined): void {
  // Once, when the sheet opens.
  useEffect(() => {
    if (id) document.getElementById(id)?.focus()
  }, []) // oxlint-disable-line react/exhaustive-deps
}

function Drivers({ purchase }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const { state, dispatch, buyer } = purchase
  const blank = state.drivers.find(({ iin }) => iin === '')
  useFocus(blank && `driver-${blank.id}-iin`)
  const own = state.policyholder.lookup.kind === 'found' ? state.policyholder.lookup.found : null
  const others = state.drivers.filter(
    ({ iin }) => iin !== state.policyholder.iin || !state.policyholder.willDrive,
  )
  const count = others.length + (state.policyholder.willDrive ? 1 : 0)
  return (
    <div className={styles.stack}>
      <div className={styles.own}>
        <Switch
          name="willDrive"
          label={all.willDrive}
          hint={
            state.policyholder.willDrive && own ? (
              <>
                {own.name} · <DriverFacts found={own} nameless />
              </>
            ) : (
              all.willDriveHint
            )
          }
          defaultChecked={state.policyholder.willDrive}
          error={errorOf(state, 'willDrive')}
          onChecked={(willDrive) => {
            dispatch({ type: 'policyholder', patch: { willDrive } })
            if (!willDrive && state.drivers.length === 0)
              dispatch({ type: 'driver-added', id: crypto.randomUUID() })
          }}
        />
        <PrivilegeField
          name="privilege"
          label={all.benefit}
          iin={buyer.iin}
          privilege={state.policyholder.privilege}
          onChange={(privilege) => dispatch({ type: 'policyholder', patch: { privilege } })}
        />
      </div>
      {state.drivers.map((row, index) => (
        <DriverRowFields
          key={row.id}
          {...purchase}
          row={row}
          number={index + 1 + (state.policyholder.willDrive ? 1 : 0)}
          onRemove={() => dispatch({ type: 'driver-removed', id: row.id })}
        />
      ))}
      {count < limits.drivers ? <KnownPeople purchase={purchase} /> : null}
      {count < limits.drivers ? (
        <Button
          id="add-driver"
          variant="secondary"
          icon={<PlusIcon />}
          onClick={() => dispatch({ type: 'driver-added', id: crypto.randomUUID() })}
        >
          {all.addDriver}
        </Button>
      ) : (
        <p className={styles.note}>{t.most(upToDrivers(locale, limits.drivers))}</p>
      )}
    </div>
  )
}

/** People this buyer has insured before, with any car: one press instead of twelve digits. */
function KnownPeople({ purchase: { state, dispatch, buyer } }: Pick<Props, 'purchase'>) {
  const t = useTexts(words)
  const offered = buyer.people.filter(({ iin }) => state.drivers.every((row) => row.iin !== iin))
  const blank = state.drivers.find(({ iin }) => iin === '')
  if (offered.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t.knownPeople}</legend>
      <div className={styles.known}>
        {offered.map(({ iin, name }) => (
          <Button
            key={iin}
            variant="secondary"
            size="small"
            icon={<PlusIcon />}
            onClick={(event) => {
              focusBeside(event.currentTarget)
              const id = crypto.randomUUID()
              if (blank) dispatch({ type: 'driver-removed', id: blank.id })
              dispatch({ type: 'driver-added', id })
              dispatch({ type: 'driver', id, patch: { iin } })
            }}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

function Cars({ purchase }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const { state, dispatch } = purchase
  const blank = state.cars.find(({ plate }) => plate === '')
  useFocus(blank && `car-${blank.id}-plate`)
  return (
    <div className={styles.stack}>
      {state.cars.map((row, index) => (
        <CarRowFields key={row.id} {...purchase} row={row} number={index + 1} />
      ))}
      {state.cars.length < limits.cars ? (
        <Button
          id="add-car"
          variant="secondary"
          icon={<PlusIcon />}
          onClick={() => dispatch({ type: 'car-added', id: crypto.randomUUID() })}
        >
          {all.addCar}
        </Button>
      ) : (
        <p className={styles.note}>{t.most(upToCars(locale, limits.cars))}</p>
      )}
      {state.cars.length > 1 ? <p className={styles.note}>{t.carMany}</p> : null}
    </div>
  )
}

function Plus({ purchase: { options }, read }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const plus = options.ogpoPlus
  if (!plus) return null
  return (
    <div className={styles.stack}>
      <p>{t.plusWhy}</p>
      <svg viewBox="0 0 300 44" className={styles.reach} aria-hidden="true">
        <rect className={styles.law} y="6" width="196" height="16" rx="4" />
        <rect className={styles.plus} x="200" y="6" width="100" height="16" rx="4" />
        <path className={styles.line} d="M198 0V44" />
      </svg>
      <ul className={styles.ticks}>
        {[t.plusLimit(money(plus.payout)), t.plusTerm].map((line) => (
          <li key={line}>
            <CheckIcon />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {t.plusNot} {plus.sample ? `(${all.sample})` : null}
      </p>
      <div className={styles.document}>
        <DocumentIcon />
        <span>
          <b>{t.plusTerms}</b>
          <span className={styles.note}>
            {t.plusTermsWhen(dayOf(options.textVersions.ogpoPlus))}
          </span>
        </span>
        <Button
          variant="quiet"
          size="small"
          aria-label={`${all.read}: ${t.plusTerms}`}
          onClick={() => read('ogpoPlus')}
        >
          {all.read}
        </Button>
      </div>
    </div>
  )
}

function Email({ purchase: { state, dispatch } }: Props) {
  const t = useTexts(saleWords)
  useFocus('email')
  return (
    <TextField
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      label={t.email}
      hint={t.emailHint}
      optional={t.optional}
      defaultValue={state.policyholder.email}
      error={errorOf(state, 'email')}
      onValue={(email) => dispatch({ type: 'policyholder', patch: { email: email.trim() } })}
    />
  )
}

function Policyholder({ purchase: { state, buyer, signOut } }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const name =
    state.policyholder.lookup.kind === 'found' ? state.policyholder.lookup.found.name : buyer.name
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{all.policyholderWhat}</p>
      <div>
        <p className={styles.name}>{name ?? maskIin(buyer.iin)}</p>
        <p className={styles.note}>
          {t.iin(maskIin(buyer.iin))} ·{' '}
          <span className={styles.nowrap}>{formatPhone(buyer.phone)}</span>
        </p>
      </div>
      <p className={styles.note}>{t.notYouWhy}</p>
      <Button variant="secondary" onClick={signOut}>
        {all.notYou}
      </Button>
    </div>
  )
}

const daysShown = 6

/** From when and for how long: six days at one press, any other by a calendar; a season. */
function TermSheet({ purchase }: { purchase: PurchaseActions }) {
  const all = useTexts(saleWords)
  const locale = useLocale()
  const { state, dispatch } = purchase
  const set = (patch: { months?: number; seasonal?: boolean }): void =>
    dispatch({ type: 'term', patch })
  return (
    <div className={styles.stack}>
      <Start purchase={purchase} />
      <Switch
        name="seasonal"
        label={all.seasonal}
        hint={all.seasonalHint}
        defaultChecked={state.term.seasonal}
        onChecked={(seasonal) => set({ seasonal })}
      />
      {state.term.seasonal ? (
        <>
          <Months chosen={state.term.months} error={errorOf(state, 'months')} onChange={set} />
          <Year start={state.term.start} months={state.term.months} />
        </>
      ) : null}
      {isDay(state.term.start) ? (
        <p className={styles.name}>
          {fromTo(locale, state.term.start, endDay(state.term.start, state.term.months))}
          <span className={styles.note}> · {monthsWord(locale, state.term.months)}</span>
        </p>
      ) : null}
    </div>
  )
}

/** The first day: one of the next six, or any other by the calendar. */
function Start({ purchase: { state, dispatch, options } }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const first = earliestStart(options.today)
  const days = Array.from({ length: daysShown }, (_, at) => addDays(first, at))
  const [calendar, setCalendar] = useState(!days.includes(state.term.start))
  const set = (start: string): void => dispatch({ type: 'term', patch: { start } })
  return (
    <>
      <fieldset className={styles.group} aria-describedby="start-error">
        <legend className={styles.legend}>{all.start}</legend>
        <div className={styles.days}>
          {days.map((day) => {
            const [, month = 1, date = 1] = day.split('-').map(Number)
            return (
              <label key={day} className={styles.tile}>
                <input
                  type="radio"
                  name="start-day"
                  value={day}
                  checked={state.term.start === day}
                  onChange={() => {
                    set(day)
                    setCalendar(false)
                  }}
                />
                <span>{t.weekdays[new Date(day).getUTCDay()]}</span>
                <b>{date}</b>
                <span>{day === first ? t.tomorrow : monthNames[locale][month - 1]}</span>
              </label>
            )
          })}
        </div>
        {calendar ? null : (
          <Button
            variant="quiet"
            size="small"
            className={styles.flush}
            onClick={() => setCalendar(true)}
          >
            {t.otherDay}
          </Button>
        )}
      </fieldset>
      {calendar ? (
        <DateField
          name="start"
          label={t.otherDay}
          hint={t.untilDay(longDate(locale, latestStart(options.today)))}
          min={first}
          max={latestStart(options.today)}
          defaultValue={state.term.start}
          error={errorOf(state, 'start')}
          onValue={set}
        />
      ) : null}
    </>
  )
}

type MonthsProps = {
  chosen: number
  error: string | undefined
  onChange: (patch: { months: number }) => void
}

/** How long the season is. */
function Months({ chosen, error, onChange }: MonthsProps) {
  const all = useTexts(saleWords)
  return (
    <fieldset className={styles.group} id="months" tabIndex={-1}>
      <legend className={styles.legend}>{all.months}</legend>
      <div className={classNames(styles.days, styles.months)}>
        {allowedMonths(true).map((months) => (
          <label key={months} className={styles.tile}>
            <input
              type="radio"
              name="months"
              value={months}
              checked={chosen === months}
              onChange={() => onChange({ months })}
            />
            <b>{months}</b>
          </label>
        ))}
      </div>
      <FieldError id="months" error={error} />
    </fieldset>
  )
}

/** The season in the year from its first day; the dates below say the same. */
function Year({ start, months }: { start: string; months: number }) {
  const locale = useLocale()
  if (!isDay(start)) return null
  const first = Number(start.split('-')[1]) - 1
  return (
    <div className={styles.year} aria-hidden="true">
      {Array.from({ length: 12 }, (_, at) => (
        <span key={monthNames[locale][at]} data-in={at < months ? '' : undefined}>
          {at === 0 || at === 6 || at === 11
            ? (monthNames[locale][(first + at) % 12] ?? '').slice(0, 3)
            : null}
        </span>
      ))}
    </div>
  )
}
