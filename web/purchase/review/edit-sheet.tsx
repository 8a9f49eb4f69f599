import { type ReactNode, Suspense, useMemo } from 'react'
import type { LegalName } from '../../dialogs/legal.tsx'
import { lazy } from '../../lazy.ts'
import type { Problem } from '../../sale/model/wire.ts'
import { payable } from '../../sale/price.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { BottomSheet } from '../../ui/bottom-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { namedError } from '../named-error.ts'
import saleWords from '../purchase-texts.ts'
import { mendable } from '../state/failure.ts'
import type { EditId } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { emailProblems, sheetOf } from '../state/wire.ts'
import words from './review-texts.ts'
import styles from './sheets.module.css'
import { useBackCloses } from './use-back.ts'
import { useWide } from './use-wide.ts'

const sheets = () => import('./sheets.tsx')
const Content = lazy(() => sheets().then((module) => ({ default: module.SheetContent })))
const Undo = lazy(() => sheets().then((module) => ({ default: module.Undo })))
/** Loaded while nothing else is to be done, so that a sheet opens at once. */
export const warmSheets = (): void => void sheets().catch(() => {})

type Props = { purchase: PurchaseActions; read: (text: LegalName) => void }

/**
 * What is being edited, over the review: below on a phone, in the middle of a wide screen. Saving
 * keeps it; Escape, «back», the cross and a press outside leave everything as it was.
 */
export function EditSheet({ purchase, read }: Props) {
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
          <div className={styles.sheet}>
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
    <div className={styles.foot}>
      {!shown ? null : (
        <p className={styles.footPrice} role="status">
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

/** Adding OGPO+ is agreeing with it: its terms stand above the button. */
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
