import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { maskIin } from '#domain/iin.ts'
import { endDay } from '#domain/ogpo/period.ts'
import { LegalDialog, type LegalName } from '../../dialogs/legal.tsx'
import { flowName } from '../../flow.ts'
import { lazy } from '../../lazy.ts'
import { mayTypeDocument, refusedIn } from '../../sale/model/refusal.ts'
import type { Problem } from '../../sale/model/wire.ts'
import { payable } from '../../sale/price.ts'
import { fromTo, longDate, money, useLocale, useTexts } from '../../texts.ts'
import { BottomSheet } from '../../ui/bottom-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DocumentOffer } from '../dialogs/document-offer.tsx'
import { PositionDialog } from '../dialogs/position-dialog.tsx'
import { FormErrorNotice } from '../form-error-later.tsx'
import { namedError } from '../named-error.ts'
import saleWords, { monthsWord } from '../purchase-texts.ts'
import { errorOf, mendable } from '../state/failure.ts'
import { isPending } from '../state/finding.ts'
import { type Buyer, carLookup, type EditId, type Form, type Options } from '../state/state.ts'
import { type PurchaseActions, usePurchase } from '../state/use-purchase.ts'
import { emailProblems, isOfPay, sheetOf } from '../state/wire.ts'
import { Way } from '../way/way.tsx'
import { CarCard } from './car-card.tsx'
import { DriversRow, Row } from './drivers-row.tsx'
import { missingAnswerOf, PayBar, PaySide, PriceBox, useBackCloses, warmPay } from './pay-side.tsx'
import styles from './review.module.css'
import words from './review-texts.ts'
import rowStyles from './rows.module.css'
import sheetsStyles from './sheets.module.css'
import { useWide } from './use-wide.ts'

type Props = { options: Options; buyer: Buyer; form: Form; resumed: boolean; note: string | null }

/**
 * The whole purchase on one page: facts found are shown and not asked, each row opens in place, the
 * price comes by itself and the one button has its sum.
 */
export function Review({ options, buyer, form, resumed, note }: Props) {
  const purchase = usePurchase({ options, buyer, form })
  const wide = useWide()
  const [reading, setReading] = useState<LegalName | null>(null)
  // The car, the price and the button are painted first: the rows, which a phone has below them,
  // and what is closed yet would hold them back (see lab/bench/phone.ts).
  const whole = useDeferredValue<boolean>(true, false)
  // Preloads sheets and payment after the first paint, to keep the network free for it.
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

/** Shows the progress; the page's own name precedes it for screen readers. */
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

/** Errors in an open sheet or of the payment show there. */
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

const sheets = () => import('./sheets.tsx')
const Content = lazy(() => sheets().then((module) => ({ default: module.SheetContent })))
const Undo = lazy(() => sheets().then((module) => ({ default: module.Undo })))
/** Loaded while nothing else is to be done, so that a sheet opens at once. */
const warmSheets = (): void => void sheets().catch(() => {})

type EditSheetProps = { purchase: PurchaseActions; read: (text: LegalName) => void }

/**
 * The edit over the review: below on a phone, centred on a wide screen. Saving keeps it; Escape,
 * «back», the cross and a press outside discard it.
 */
function EditSheet({ purchase, read }: EditSheetProps) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const wide = useWide()
  const { state, dispatch } = purchase
  const sheet = state.editing?.sheet ?? null
  const dismiss = (): void => dispatch({ type: 'dismissed' })
  useBackCloses(sheet !== null, dismiss)
  // The rows only name the errors.
  const errors = useMemo(
    () =>
      mendable(state)
        .filter(({ field }) => sheetOf(field) === sheet)
        .map((error) => namedError(error, state, all, locale)),
    [state.errors, sheet], // oxlint-disable-line react/exhaustive-deps
  )
  const save = (): void => {
    if (!sheet || purchase.refuse(problemsOf(sheet, purchase))) return
    dispatch({ type: 'kept' })
  }
  const Frame = wide ? Dialog : BottomSheet
  return (
    <>
      <Suspense>{state.undo ? <Undo purchase={purchase} /> : null}</Suspense>
      <Frame
        open={sheet !== null}
        onClose={dismiss}
        title={sheet ? t.sheets[sheet] : t.edit}
        closeLabel={all.close}
      >
        {sheet ? (
          <div className={sheetsStyles.sheet}>
            <ErrorSummary title={all.wrongTitle} errors={errors} />
            <Suspense fallback={<Skeleton shape="card" />}>
              <Content sheet={sheet} purchase={purchase} read={read} />
            </Suspense>
            {sheet === 'policyholder' ? null : (
              <Foot purchase={purchase}>
                {sheet === 'plus' ? (
                  <PlusButton purchase={purchase} />
                ) : (
                  <Button onClick={save}>{t.save}</Button>
                )}
              </Foot>
            )}
          </div>
        ) : null}
      </Frame>
    </>
  )
}

/** The price it would make beside the button that keeps it. */
function Foot({ purchase, children }: { purchase: PurchaseActions; children: ReactNode }) {
  const t = useTexts(words)
  const { state, fresh } = purchase
  const quote = state.quote?.calculation
  const held = state.held?.calculation
  const [was, now] = [held && payable(held, state.term), quote && payable(quote, state.term)]
  const shown = now !== undefined && (fresh || state.busy === 'calculate')
  return (
    <div className={sheetsStyles.foot}>
      {!shown ? null : (
        <p className={sheetsStyles.footPrice} role="status">
          {fresh ? (
            <>
              {was !== undefined && was !== now ? (
                <s>
                  <span className="visually-hidden">{t.wasBefore} </span>
                  {money(was)}
                </s>
              ) : null}
              <b>{money(now)}</b>
            </>
          ) : (
            <span>{t.pricing}</span>
          )}
        </p>
      )}
      {children}
    </div>
  )
}

/** Adding OGPO+ accepts its terms, which are above the button. */
function PlusButton({ purchase }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const { state, dispatch, options } = purchase
  const set = (ogpoPlus: boolean): void => {
    dispatch({ type: 'term', patch: { ogpoPlus } })
    dispatch({ type: 'kept' })
  }
  if (state.term.ogpoPlus)
    return (
      <Button variant="secondary" onClick={() => set(false)}>
        {t.plusDrop}
      </Button>
    )
  return (
    <Button onClick={() => set(true)}>{t.plusAdd(money(options.ogpoPlus?.premium ?? 0))}</Button>
  )
}

/**
 * What keeps this sheet open. Whose answer 1414 awaits may be waited for on the review; an empty row
 * goes by itself.
 */
function problemsOf(sheet: EditId, { state, wrong }: PurchaseActions): Problem[] {
  const loose = new Set(
    state.drivers.flatMap(({ id, iin, phone, consent }) =>
      (iin === '' && phone === '') || consent.kind === 'awaiting' || consent.kind === 'asking'
        ? [id]
        : [],
    ),
  )
  const blank = new Set(
    state.cars.flatMap(({ id, plate, techPassport }, at) =>
      at > 0 && plate === '' && techPassport === '' ? [id] : [],
    ),
  )
  const isLoose = ({ field, key }: Problem): boolean => {
    const [, id = '', part] = /^(?:driver|car)-(.+)-(\w+)$/.exec(field) ?? []
    const row = state.drivers.find((driver) => driver.id === id)
    return blank.has(id) || (loose.has(id) && (row?.iin === '' || part === 'consent' || key === ''))
  }
  const own = sheet === 'email' ? emailProblems(state.policyholder) : wrong
  return own.filter((problem) => sheetOf(problem.field) === sheet && !isLoose(problem))
}
