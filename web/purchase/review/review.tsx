import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { maskIin } from '#domain/iin.ts'
import { endDay } from '#domain/ogpo/period.ts'
import { LegalDialog, type LegalName } from '../../dialogs/legal.tsx'
import { flowName } from '../../flow.ts'
import { mayTypeDocument, refusedIn } from '../../sale/model/refusal.ts'
import { fromTo, longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DocumentOffer } from '../dialogs/document-offer.tsx'
import { PositionDialog } from '../dialogs/position-dialog.tsx'
import { FormErrorNotice } from '../form-error-later.tsx'
import { namedError } from '../named-error.ts'
import saleWords, { monthsWord } from '../purchase-texts.ts'
import { errorOf, mendable } from '../state/failure.ts'
import { isPending } from '../state/finding.ts'
import { type Buyer, carLookup, type EditId, type Form, type Options } from '../state/state.ts'
import { type PurchaseActions, usePurchase } from '../state/use-purchase.ts'
import { isOfPay, sheetOf } from '../state/wire.ts'
import { Way } from '../way/way.tsx'
import { CarCard } from './car-card.tsx'
import { DriversRow } from './drivers-row.tsx'
import { EditSheet, warmSheets } from './edit-sheet.tsx'
import { missingAnswerOf } from './missing-answer.ts'
import { PayBar, PaySide, warmPay } from './pay-side.tsx'
import { PriceBox } from './price-box.tsx'
import styles from './review.module.css'
import words from './review-texts.ts'
import { Row } from './row.tsx'
import rowStyles from './rows.module.css'
import { useWide } from './use-wide.ts'

type Props = { options: Options; buyer: Buyer; form: Form; resumed: boolean; note: string | null }

/**
 * The whole purchase on one page: what was found is shown and not asked, each row opens where it
 * stands, the price comes by itself and the one button has its sum.
 */
export function Review({ options, buyer, form, resumed, note }: Props) {
  const purchase = usePurchase({ options, buyer, form })
  const wide = useWide()
  const [reading, setReading] = useState<LegalName | null>(null)
  // The car, the price and the button are painted first: the rows, which a phone has below them,
  // and what is closed yet would hold them back (see lab/bench/phone.ts).
  const whole = useDeferredValue<boolean>(true, false)
  // The network, once the page stands.
  useEffect(() => {
    const timer = setTimeout(() => {
      warmSheets()
      warmPay()
    }, 1500)
    return () => clearTimeout(timer)
  }, [])
  const edit = (sheet: EditId): void =>
    purchase.dispatch({ type: 'edit', sheet, newId: () => crypto.randomUUID() })
  return (
    <>
      <Way at="review" plate={purchase.state.cars[0]?.plate || undefined} />
      <div className={styles.review} data-comes={whole ? undefined : ''}>
        <Head purchase={purchase} />
        <Notices purchase={purchase} resumed={resumed} note={note} onEdit={edit} />
        {wide ? <PaySide purchase={purchase} read={setReading} /> : null}
        <form className={styles.column} onSubmit={(event) => event.preventDefault()} noValidate>
          <CarCard purchase={purchase} onEdit={() => edit('cars')} />
          {wide ? null : <PriceBox purchase={purchase} />}
          {whole ? <Rows purchase={purchase} onEdit={edit} /> : null}
        </form>
        {wide ? null : <PayBar purchase={purchase} read={setReading} />}
        {whole ? (
          <>
            <EditSheet purchase={purchase} read={setReading} />
            <LegalDialog name={reading} onClose={() => setReading(null)} />
            <PositionDialog purchase={purchase} />
          </>
        ) : null}
      </div>
    </>
  )
}

/** Says how far it is; the page's own name stays before it for whoever listens. */
function Head({ purchase }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, fresh, wrong, askedWhere } = purchase
  const need = missingAnswerOf(wrong, state, askedWhere)
  const [car] = state.cars
  const lookup = car && carLookup(car)
  const vehicle = lookup?.kind === 'found' ? lookup.found.vehicle : null
  const found = vehicle && `${vehicle.make} ${vehicle.model}`
  const after = (text: string): string => (found ? `${found}. ${text}` : text)
  const [title, text] = ((): [string, string] => {
    if (fresh) return [t.found, after(t.foundText)]
    if (state.busy === 'calculate') return [t.pricing, after(t.pricingText)]
    if (need === 'car') return [t.whichCar, t.whichCarText]
    if (isPending(state)) return [t.finding, found ? after(t.findingRest) : t.findingText]
    if (need === 'awaiting') return [t.needs.awaiting, t.stoppedText]
    if (need) return [t.answer, t.needs[need]]
    if (state.formError || state.errors.length > 0 || state.policyholder.lookup.kind === 'failed')
      return [t.stopped, t.stoppedText]
    return [t.pricing, t.pricingText]
  })()
  const page = state.term.reissue
    ? all.headingReissue
    : state.term.prolong
      ? all.headingProlong
      : all.heading
  return (
    <header className={styles.head}>
      <h1>
        <span className="visually-hidden">{page}. </span>
        {title}
      </h1>
      <p role="status">{text}</p>
    </header>
  )
}

/** What stands in an open sheet or with the payment is said there. */
const none: FieldError[] = []

type NoticesProps = {
  purchase: PurchaseActions
  resumed: boolean
  note: string | null
  onEdit: (sheet: EditId) => void
}

function Notices({ purchase, resumed, note, onEdit }: NoticesProps) {
  const all = useTexts(saleWords)
  const locale = useLocale()
  const { state } = purchase
  // The list keeps its identity while the errors do: the summary takes the focus whenever it
  // changes.
  // The rows only name the errors.
  const errors = useMemo(
    () =>
      mendable(state)
        .filter(({ field }) => !isOfPay(field))
        .map((error) => namedError(error, state, all, locale)),
    [state.errors], // oxlint-disable-line react/exhaustive-deps
  )
  const said = state.editing ? none : errors
  const open = (field: string): void => {
    const sheet = sheetOf(field)
    if (sheet && !document.getElementById(field)) flushSync(() => onEdit(sheet))
  }
  return (
    <div className={styles.notices}>
      {note ? <Notice tone="warn" title={note} /> : null}
      {state.movedTo === state.term.start ? (
        <Notice tone="info" live title={all.newDay}>
          {all.newDayText(longDate(locale, state.term.start))}
        </Notice>
      ) : null}
      {resumed ? (
        <Notice
          tone="info"
          title={all.resumed}
          action={
            <Button
              variant="quiet"
              size="small"
              className={styles.startOver}
              onClick={purchase.startOver}
            >
              {all.startOver}
            </Button>
          }
        >
          {all.resumedText}
        </Notice>
      ) : null}
      {/* A link of the summary may lead into a sheet: it is opened first. */}
      <div
        onClickCapture={(event) => {
          const link =
            event.target instanceof Element ? event.target.closest('a')?.hash.slice(1) : undefined
          if (link) open(decodeURIComponent(link))
        }}
      >
        <ErrorSummary title={all.wrongTitle} errors={said} />
      </div>
      {state.formError || refusedIn(state).length > 0 ? (
        <Suspense fallback={null}>
          <FormErrorNotice purchase={purchase} onEdit={onEdit} mayBeOther={flowName() !== 'egov'} />
        </Suspense>
      ) : null}
    </div>
  )
}

function Rows({
  purchase,
  onEdit,
}: {
  purchase: PurchaseActions
  onEdit: (sheet: EditId) => void
}) {
  const t = useTexts(words)
  const locale = useLocale()
  const { state, buyer, options, dispatch } = purchase
  const name =
    (state.policyholder.lookup.kind === 'found' && state.policyholder.lookup.found.name) ||
    buyer.name
  const { refused } = state.policyholder
  const insurer = options.insurers.find(({ code }) => code === state.term.insurer)
  const plus = options.ogpoPlus
  return (
    <div className={rowStyles.rows}>
      <Row
        id="policyholder"
        title={t.rows.policyholder}
        value={name ?? maskIin(buyer.iin)}
        more={t.iin(maskIin(buyer.iin))}
        error={errorOf(state, 'policyholder')}
        onEdit={flowName() === 'egov' ? undefined : () => onEdit('policyholder')}
      >
        {refused && mayTypeDocument(refused) ? (
          <DocumentOffer
            mark={refused}
            iin={buyer.iin}
            onSaved={() => dispatch({ type: 'mended', iin: buyer.iin })}
          />
        ) : null}
      </Row>
      <DriversRow purchase={purchase} onEdit={() => onEdit('drivers')} />
      <Row
        id="term"
        title={t.rows.term}
        value={fromTo(locale, state.term.start, endDay(state.term.start, state.term.months))}
        more={monthsWord(locale, state.term.months)}
        error={errorOf(state, 'start') ?? errorOf(state, 'months')}
        onEdit={() => onEdit('term')}
      />
      <Row
        id="company"
        title={t.rows.insurer}
        value={insurer?.name[locale] ?? '–'}
        more={t.samePrice}
        error={errorOf(state, 'insurer')}
        onEdit={() => onEdit('insurer')}
      />
      {plus ? (
        <Row
          id="plus"
          title={t.rows.plus}
          value={state.term.ogpoPlus ? t.plusYes : t.plusNo}
          more={t.plusAbout(money(plus.payout), money(plus.premium))}
          act={state.term.ogpoPlus ? t.edit : t.add}
          error={errorOf(state, 'ogpoPlus')}
          onEdit={() => onEdit('plus')}
        />
      ) : null}
      <Row
        id="mail"
        title={t.rows.email}
        value={state.policyholder.email || t.noEmail}
        more={state.policyholder.email ? t.alsoBySms : t.bySms}
        act={state.policyholder.email ? t.edit : t.add}
        error={errorOf(state, 'email')}
        onEdit={() => onEdit('email')}
      />
    </div>
  )
}
