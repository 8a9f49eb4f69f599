import { useMemo, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { smallestVariant, variants } from '#domain/ogpo/limits.ts'
import { LegalDialog, type LegalName } from '../../dialogs/legal.tsx'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { PositionDialog } from '../dialogs/position-dialog.tsx'
import { FormErrorNotice } from '../form-error-notice.tsx'
import purchase from '../purchase.module.css'
import { namedError } from '../purchase-form.tsx'
import saleWords from '../purchase-texts.ts'
import { RowFields } from '../rows/row-fields.tsx'
import { CompanySection, OgpoPlus } from '../sections/company.tsx'
import { ConsentField } from '../sections/consent.tsx'
import { DriverRowFields } from '../sections/driver-row.tsx'
import { PaySection } from '../sections/pay.tsx'
import type { SectionProps } from '../sections/section.ts'
import sections from '../sections/sections.module.css'
import { errorOf, mendable } from '../state/failure.ts'
import type { Buyer, DriverRow, Form, Options, OwnPolicy } from '../state/state.ts'
import { usePurchase } from '../state/use-purchase.ts'
import { Summary } from '../summary.tsx'
import styles from './add-drivers.module.css'
import { namedIn, newDriverProblems } from './check.ts'
import words from './texts.ts'

type Props = { policy: OwnPolicy; options: Options; buyer: Buyer; form: Form }

/**
 * The new drivers, the consents that ran out, and the payment with what is charged or given back in
 * sight: a reissue of this policy.
 */
export function DriversForm({ policy, options, buyer, form }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const [named] = useState(() => namedIn(policy).length)
  const [check] = useState(() => newDriverProblems(named))
  const buying = usePurchase(options, buyer, form, check)
  const [reading, setReading] = useState<LegalName | null>(null)
  const { state, dispatch } = buying
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows only name the errors
  const errors = useMemo(
    () => mendable(state).map((apiError) => namedError(apiError, state, all, locale)),
    [state.errors], // oxlint-disable-line react/exhaustive-deps
  )
  const section: SectionProps = { ...buying, read: setReading }
  const numberOf = (row: DriverRow) => state.drivers.indexOf(row) + 1 + (state.willDrive ? 1 : 0)
  // The rows whose consent had run out when the form was opened stay in place once it is given.
  const [asked] = useState(() =>
    state.drivers
      .slice(0, named)
      .flatMap(({ id, consent }) => (consent.kind === 'approved' ? [] : [id])),
  )
  const silent = state.drivers.filter(({ id }) => asked.includes(id))
  const fresh = state.drivers.slice(named)
  const wider = smallestVariant(
    state.drivers.length + 1 + (state.willDrive ? 1 : 0),
    state.cars.length,
  )
  const add = (): void => {
    if (wider && variants[wider].drivers > variants[state.variant].drivers)
      dispatch({ type: 'set', patch: { variant: wider } })
    dispatch({ type: 'driver-added', id: crypto.randomUUID() })
  }
  const sameInsurer =
    state.insurer === policy.insurer && options.insurers.some(({ code }) => code === state.insurer)
  return (
    <>
      <div className={purchase.notices}>
        <ErrorSummary title={all.wrongTitle} errors={errors} />
        <FormErrorNotice purchase={buying} />
      </div>
      <div className={purchase.columns}>
        <form className={styles.sections} onSubmit={(event) => event.preventDefault()} noValidate>
          <Section title={t.fresh}>
            <p className={sections.note}>{t.freshWhy}</p>
            {fresh.map((row) => (
              <DriverRowFields
                key={row.id}
                {...section}
                row={row}
                number={numberOf(row)}
                whole
                fixed={fresh.length === 1}
              />
            ))}
            {wider ? (
              <Button variant="secondary" icon={<PlusIcon />} onClick={add}>
                {all.addDriver}
              </Button>
            ) : (
              <p className={sections.note}>{t.limit}</p>
            )}
          </Section>
          {silent.length > 0 ? (
            <Section title={t.consents}>
              <p className={sections.note}>{t.consentsWhy}</p>
              {silent.map((row) => (
                <Silent
                  key={row.id}
                  {...section}
                  row={row}
                  name={policy.insureds.find(({ iin }) => iin === row.iin)?.name ?? ''}
                />
              ))}
            </Section>
          ) : null}
          {sameInsurer ? (
            options.ogpoPlus ? (
              <Section title={t.extra}>
                <OgpoPlus {...section} />
              </Section>
            ) : null
          ) : (
            <Section title={t.insurer}>
              <CompanySection {...section} />
            </Section>
          )}
          <Section title={t.pay}>
            <p className={sections.note}>{t.start(longDate(locale, state.start))}</p>
            <PaySection {...section} />
          </Section>
          <p className={sections.note}>
            {t.change}{' '}
            <a
              href={`${pathOf('ogpo-calculator', locale)}?reissue=${encodeURIComponent(policy.globalId)}`}
            >
              {t.changeLink}
            </a>
          </p>
          <p>
            <a href={pathOf('account', locale)}>{t.back}</a>
          </p>
        </form>
        {/* One screen without steps: its action is always the last one, the price or the payment. */}
        <Summary purchase={{ ...buying, state: { ...state, step: 'pay' } }} />
      </div>
      <LegalDialog name={reading} onClose={() => setReading(null)} />
      <PositionDialog purchase={buying} />
    </>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      <div className={sections.stack}>{children}</div>
    </section>
  )
}

/**
 * A driver the policy names already, whose consent ran out: the phone and the question once more.
 */
function Silent({ state, dispatch, row, name }: SectionProps & { row: DriverRow; name: string }) {
  const id = `driver-${row.id}`
  const set = (patch: Partial<Omit<DriverRow, 'id'>>): void =>
    dispatch({ type: 'driver-set', id: row.id, patch, iin: row.iin })
  return (
    <fieldset className={sections.row}>
      <legend className={sections.rowHead}>{name}</legend>
      <RowFields
        of="driver"
        row={row}
        only={['phone']}
        errorAt={(key) => errorOf(state, `${id}-${key}`) ?? errorOf(state, `${id}-iin`)}
        onChange={set}
      />
      <ConsentField
        row={row}
        error={errorOf(state, `${id}-consent`)}
        onChange={(consent) => set({ consent })}
      />
    </fieldset>
  )
}
