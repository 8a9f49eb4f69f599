import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Locale } from '#brand'
import { fieldText } from '#texts/fields.ts'
import { LegalDialog, type LegalName } from '../dialogs/legal.tsx'
import { useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { Notice } from '../ui/notice.tsx'
import { Steps } from '../ui/steps.tsx'
import { PositionDialog } from './dialogs/position-dialog.tsx'
import { FormErrorNotice } from './form-error-notice.tsx'
import { rowFieldOf } from './model/place.ts'
import styles from './purchase.module.css'
import words from './purchase-texts.ts'
import fieldWords, { type FieldWords } from './rows/row-texts.ts'
import { CarsSection } from './sections/cars.tsx'
import { CompanySection } from './sections/company.tsx'
import { DriversSection } from './sections/drivers.tsx'
import { PaySection } from './sections/pay.tsx'
import { PolicyholderSection } from './sections/policyholder.tsx'
import { TermSection } from './sections/term.tsx'
import { mendable } from './state/failure.ts'
import { type Buyer, type Form, type Options, type StepId, steps } from './state/state.ts'
import { usePurchase } from './state/use-purchase.ts'
import { stepOf } from './state/wire.ts'
import { Summary } from './summary.tsx'

type Props = { options: Options; buyer: Buyer; form: Form; resumed: boolean; note: string | null }

/**
 * One step at a time on a phone, all of them side by side with the price on a wide screen: the same
 * sections, shown by the style sheet.
 */
export function PurchaseForm({ options, buyer, form, resumed, note }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const purchase = usePurchase(options, buyer, form)
  const { state, dispatch } = purchase
  const [reading, setReading] = useState<LegalName | null>(null)
  // The list keeps its identity while the errors do: the summary takes the focus whenever it
  // changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows only name the errors
  const named = useMemo(
    () => mendable(state).map((apiError) => namedError(apiError, state, t, locale)),
    [state.errors], // oxlint-disable-line react/exhaustive-deps
  )
  const at = steps.indexOf(state.step)
  const go = (step: StepId): void => dispatch({ type: 'set', patch: { step } })
  const section = { ...purchase, read: setReading }
  const parts: Record<StepId, React.ReactNode> = {
    policyholder: <PolicyholderSection {...section} />,
    drivers: <DriversSection {...section} />,
    cars: <CarsSection {...section} />,
    term: <TermSection {...section} />,
    company: <CompanySection {...section} />,
    pay: <PaySection {...section} />,
  }

  return (
    <div className={styles.purchase}>
      <header className={styles.head}>
        <h1>{state.reissue ? t.headingReissue : state.prolong ? t.headingProlong : t.heading}</h1>
        <div className={styles.steps}>
          <Steps
            label={t.stepsLabel}
            steps={steps.map((id) => ({ id, label: t.steps[id] }))}
            current={state.step}
            position={t.position(at + 1, steps.length)}
            onBack={(id) => go(steps.find((step) => step === id) ?? 'policyholder')}
          />
        </div>
      </header>
      <div className={styles.notices}>
        {note ? <Notice tone="warn" title={note} /> : null}
        {resumed ? (
          <Notice
            tone="info"
            title={t.resumed}
            action={
              <Button
                variant="quiet"
                size="small"
                className={styles.startOver}
                onClick={purchase.startOver}
              >
                {t.startOver}
              </Button>
            }
          >
            {t.resumedText}
          </Notice>
        ) : null}
        {/* A link of the summary may lead to a step that is hidden on a phone: it is shown before the link takes the focus there. */}
        <div
          onClickCapture={(event) => {
            const link =
              event.target instanceof Element ? event.target.closest('a')?.hash.slice(1) : undefined
            if (link) flushSync(() => go(stepOf(decodeURIComponent(link))))
          }}
        >
          <ErrorSummary title={t.wrongTitle} errors={named} />
        </div>
        <FormErrorNotice purchase={purchase} />
      </div>
      <div className={styles.columns}>
        <form className={styles.sections} onSubmit={(event) => event.preventDefault()} noValidate>
          {steps.map((id, index) => (
            <section
              key={id}
              id={`step-${id}`}
              className={styles.section}
              data-current={id === state.step ? '' : undefined}
              aria-labelledby={`title-${id}`}
            >
              <h2 id={`title-${id}`} className={styles.title}>
                <span className={styles.number}>{index + 1}</span>
                {t.steps[id]}
              </h2>
              {parts[id]}
            </section>
          ))}
        </form>
        <Summary purchase={purchase} />
      </div>
      <LegalDialog name={reading} onClose={() => setReading(null)} />
      <PositionDialog purchase={purchase} />
    </div>
  )
}

/**
 * An error of the summary, with what it is about: «2-жүргізуші: Жүргізушінің телефоны. Өрісті
 * толтырыңыз».
 */
export function namedError(
  { field, message, brief }: FieldError,
  form: Named,
  t: (typeof words)['kz'],
  locale: Locale,
): FieldError {
  return {
    field,
    message: nameOf(field, form, t, locale) + emptyOf(field, message, locale) + (brief ?? message),
  }
}

type Named = Pick<Form, 'drivers' | 'cars' | 'willDrive'>

function nameOf(
  field: string,
  { drivers, cars, willDrive }: Named,
  t: (typeof words)['kz'],
  locale: Locale,
): string {
  const text = {
    'accept-terms': t.acceptTerms,
    'accept-personalData': t.acceptPersonalData,
    'accept-commission': t.acceptCommission,
    ogpoPlusAccepted: t.ogpoPlusAccept,
  }[field]
  if (text) return `«${text}». `
  const at = rowFieldOf(field)
  if (!at) return ''
  if (at.kind === 'driver')
    return `${t.driverTitle(drivers.findIndex(({ id }) => id === at.id) + 1 + (willDrive ? 1 : 0))}: `
  const label = labelOf(at, locale) ?? ''
  return cars.length > 1
    ? `${t.carTitle(cars.findIndex(({ id }) => id === at.id) + 1)}, ${label.toLowerCase()}: `
    : `${label}: `
}

/** «Өрісті толтырыңыз» alone would not say which field of a driver it is. */
function emptyOf(field: string, message: string, locale: Locale): string {
  const at = rowFieldOf(field)
  const name = at?.kind === 'driver' ? labelOf(at, locale) : undefined
  return name && message === fieldText('required', locale) ? `${name}. ` : ''
}

function labelOf(
  { kind, key }: NonNullable<ReturnType<typeof rowFieldOf>>,
  locale: Locale,
): string | undefined {
  const named: Record<string, FieldWords> = fieldWords[locale][kind]
  return named[key]?.label
}
