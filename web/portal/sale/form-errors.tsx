import type { FindingOf } from '#domain/refused-sale.ts'
import dialogWords from '../../dialogs/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './price.module.css'
import type { SaleActions } from './sale.ts'
import { carFacts, driverFacts, policyholderFacts } from './state/row-facts.ts'
import { type Options, personFlags, type State } from './state/state.ts'
import words from './texts.ts'

/** Errors of the last action, each flag in its own words, with its rows: one press leads there. */
export function FormErrors({
  state,
  actions,
  options,
}: {
  state: State
  actions: SaleActions
  options: Options
}) {
  const t = useTexts(words)
  const { position } = useTexts(dialogWords)
  const place = state.location
  const locale = useLocale()
  const retry = (
    <Button
      size="small"
      variant="secondary"
      busy={state.busy === 'calculate'}
      onClick={actions.calculate}
    >
      {t.retry}
    </Button>
  )
  const company = state.term.insurer || options.insurers[0]?.code
  const rows = blamed(state, t.driversAge)
  const unsent = (message: string): boolean => rows.every((group) => group.message !== message)
  const accepting = state.scoringError
    ? options.insurers.filter(
        ({ code, acceptsBadScoring }) => acceptsBadScoring && code !== company,
      )
    : []
  return (
    <>
      {state.scoringError ? (
        <Notice
          tone="warn"
          live
          title={state.scoringError}
          action={
            accepting.length
              ? accepting.map(({ code, name }) => (
                  <Button
                    key={code}
                    size="small"
                    variant="secondary"
                    onClick={() => {
                      actions.dispatch({ type: 'term', patch: { insurer: code } })
                      actions.calculate()
                    }}
                  >
                    {t.otherInsurer(name[locale])}
                  </Button>
                ))
              : retry
          }
        />
      ) : null}
      {state.driversCheckPrivilegeError ? (
        <Notice
          tone="warn"
          live
          title={t.privilegeFailed}
          action={
            <Button size="small" variant="secondary" onClick={actions.privilegesAgain}>
              {t.retry}
            </Button>
          }
        />
      ) : null}
      {place.code && !place.blocked ? (
        <Notice
          tone="warn"
          live
          title={place.message || position.messages[place.code]}
          action={retry}
        >
          {place.near ? position.near(place.near.distance, place.near.radius) : null}
        </Notice>
      ) : null}
      {rows.length ? <Blamed groups={rows} /> : null}
      {state.noRequiredFieldsError && unsent(state.noRequiredFieldsError) ? (
        <Notice tone="error" live title={state.noRequiredFieldsError} />
      ) : null}
      {state.serverError ? <Notice tone="error" live title={t.serverError} action={retry} /> : null}
    </>
  )
}

/** The rows in one list, so that on a phone the sheet stays in sight. */
function Blamed({ groups }: { groups: ReturnType<typeof blamed> }) {
  const t = useTexts(words)
  const [first] = groups
  const one = groups.length === 1 && first
  const called = ({ what, number, name }: Row): string =>
    [
      what === 'policyholder'
        ? t.policyholder
        : what === 'driver'
          ? t.driver(number)
          : t.car(number),
      name,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Notice tone="error" live title={one ? one.message : t.fill}>
      <ul className={styles.blamed}>
        {groups.flatMap(({ message, rows }) =>
          rows.map((row) => (
            <li key={`${row.field} ${message}`}>
              <button type="button" onClick={() => show(row.field)}>
                <strong>{called(row)}</strong>
                {one ? null : <span>{message}</span>}
              </button>
            </li>
          )),
        )}
      </ul>
    </Notice>
  )
}

/** To the top of the screen: the price covers its foot. */
function show(field: string): void {
  const input = document.getElementById(field)
  input?.scrollIntoView({ block: 'start' })
  input?.focus({ preventScroll: true })
}

/**
 * A row named by the last refusal, as the notice beside the price calls it; `field` takes the
 * focus.
 */
type Row = {
  what: FindingOf
  number: number
  name: string
  field: string
}

/**
 * Lists the rows' messages of the last refusal, each once. Omits rows corrected since; includes an
 * underage driver whose row was looked up again, in the words `tooYoung`.
 */
export function blamed(state: State, tooYoung: string): { message: string; rows: Row[] }[] {
  const groups = new Map<string, Row[]>()
  const add = (message: string, row: Row): void =>
    void groups.set(message, [...(groups.get(message) ?? []), row])
  const insurer = policyholderFacts(state.policyholder)
  const { driversAgeErrors } = personFlags(state)
  for (const [message, field] of ofInsurer(state))
    add(message, { what: 'policyholder', number: 0, name: insurer.name, field })
  for (const [index, driver] of state.drivers.entries()) {
    const said = driverFacts(driver)
    const error = state.named.includes(driver.iin) ? said.error : ''
    const message = error || (driversAgeErrors.includes(driver.iin) ? tooYoung : '')
    if (message)
      add(message, {
        what: 'driver',
        number: index + 1,
        name: said.name || driver.iin,
        field: `driver-${driver.id}-iin`,
      })
  }
  for (const [index, car] of state.cars.entries())
    if (carFacts(car).error && state.named.includes(car.plate))
      add(carFacts(car).error, {
        what: 'car',
        number: index + 1,
        name: car.plate,
        field: `car-${car.id}-plate`,
      })
  return [...groups].map(([message, rows]) => ({ message, rows }))
}

/** The policyholder's age and certificate have flags of their own. */
function ofInsurer(state: State): [string, string][] {
  const { policyholder, named } = state
  const { policyholderAgeError, policyholderPersonCertificateError } = personFlags(state)
  const { error, phoneError } = policyholderFacts(policyholder)
  const told = named.includes(policyholder.iin)
    ? { error, phoneError }
    : { error: '', phoneError: '' }
  const person = new Set(
    [policyholderAgeError, policyholderPersonCertificateError, told.error].filter(Boolean),
  )
  return [
    ...[...person].map((message): [string, string] => [message, 'policyholder-iin']),
    ...(told.phoneError ? [[told.phoneError, 'policyholder-phone'] as [string, string]] : []),
  ]
}
