import { Suspense, useRef, useState } from 'react'
import { firstWay, isSent, type SentWay } from '#domain/payment-ways.ts'
import { lazy } from '../../lazy.ts'
import { figureOf, payable } from '../../sale/price.ts'
import wayWords from '../../sale/way-texts.ts'
import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrIcon } from '../../ui/later-icons.tsx'
import { Price } from '../../ui/price.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { FormErrors } from './form-errors.tsx'
import styles from './price.module.css'
import { ReissueSums, Warnings } from './quote-notes.tsx'
import type { SaleActions } from './sale.ts'
import type { Options, State } from './state/state.ts'
import { isFresh } from './state/wire.ts'
import words, { acceptWords } from './texts.ts'

type AcceptDialogProps = {
  sum: number
  /** The first is the one meant by the press. */
  ways: readonly SentWay[]
  onAccept: (way: SentWay) => void
  onClose: () => void
}

/**
 * The client's agreement, requested when the bill is sent: a phone's bar has no room for it, and a
 * box ticked unread is no agreement.
 */
function AcceptDialog({ sum, ways, onAccept, onClose }: AcceptDialogProps) {
  const t = useTexts(words)
  const own = useTexts(acceptWords)
  const said = useTexts(wayWords)
  const [first = firstWay, ...others] = ways
  return (
    <Dialog
      open
      onClose={onClose}
      title={own.title}
      closeLabel={t.close}
      actions={
        <>
          {others.map((way) => (
            <Button key={way} wide variant="secondary" onClick={() => onAccept(way)}>
              {said[way].send}
            </Button>
          ))}
          <Button wide onClick={() => onAccept(first)}>
            {sum === 0 ? own.reissue : said[first].accept(money(sum))}
          </Button>
        </>
      }
    >
      <p>{t.accepted}</p>
    </Dialog>
  )
}

const PriceDetails = lazy(() =>
  import('./price-details.tsx').then((module) => ({ default: module.PriceDetails })),
)
const PriceReasons = lazy(() =>
  import('./price-details.tsx').then((module) => ({ default: module.PriceReasons })),
)
const AskClient = lazy(() =>
  import('./ask-client.tsx').then((module) => ({ default: module.AskClient })),
)
const HandOffDialog = lazy(() =>
  import('./hand-off-dialog.tsx').then((module) => ({ default: module.HandOffDialog })),
)

type Showing = 'details' | 'qr' | null
type Props = {
  state: State
  actions: SaleActions
  options: Options
  blocked: boolean /** An order is on its way already. */
  waiting: boolean
}

/**
 * The price, always in sight: beside the sheet on a wide screen, at the thumb on a phone; with the
 * one primary action.
 */
export function PriceSide({ state, actions, options, blocked, waiting }: Props) {
  const t = useTexts(words)
  const [showing, setShowing] = useState<Showing>(null)
  const hasRoom = useMedia('(width >= 1280px) and (height >= 800px)')
  const fresh = isFresh(state)
  const quote = state.quote?.calculation
  const figure = quote ? figureOf(quote, state.term) : null
  return (
    <aside className={styles.side} aria-label={t.price}>
      <FormErrors state={state} actions={actions} options={options} />
      {fresh && quote ? <Warnings warnings={quote.warnings} /> : null}
      <div
        className={styles.priceLine}
        data-none={(!figure && !blocked) || undefined}
        data-stale={!fresh || undefined}
      >
        <div aria-live="polite">
          <h2 data-plain={!state.term.reissue || undefined}>
            {figure?.what === 'refund'
              ? t.refund
              : state.term.reissue && figure
                ? t.surcharge
                : t.price}
          </h2>
          {figure ? (
            <Price tenge={figure.tenge} size="large" changed={!fresh} />
          ) : (
            <p className={styles.note}>{blocked ? t.blockedTitle : t.noPrice}</p>
          )}
          {figure && !fresh ? <p className={styles.note}>{t.stale}</p> : null}
        </div>
        {quote ? (
          <Button variant="quiet" size="small" onClick={() => setShowing('details')}>
            {t.why}
          </Button>
        ) : null}
      </div>
      {state.term.reissue && fresh && quote ? <ReissueSums of={quote} /> : null}
      {hasRoom && fresh && quote ? (
        <Suspense>
          <PriceReasons calculation={quote} />
        </Suspense>
      ) : null}
      <div className={styles.actions}>
        {state.busy === 'calculate' ? (
          <RowProgress>{state.goesOn ? t.goesOn : t.locating}</RowProgress>
        ) : null}
        {fresh && quote ? (
          <Bill
            state={state}
            sum={payable(quote, state.term)}
            disabled={blocked || waiting}
            ways={options.ways.filter(isSent)}
            onPay={actions.pay}
            onHandOff={() => setShowing('qr')}
          />
        ) : (
          <Button
            wide
            busy={state.busy === 'calculate'}
            disabled={blocked}
            aria-keyshortcuts="Control+Enter"
            onClick={actions.calculate}
          >
            {state.quote ? t.recalculate : t.calculate}
          </Button>
        )}
        <p className={styles.key}>{t.keyHint}</p>
      </div>
      <PriceDialogs showing={showing} onShow={setShowing} state={state} actions={actions} />
    </aside>
  )
}

type BillProps = {
  state: State
  sum: number
  disabled: boolean
  /** How the client can pay, the first by the button itself. */
  ways: readonly SentWay[]
  onPay: (more: { way: SentWay }) => void
  onHandOff: () => void
}

/** Sends the bill after the client has accepted this exact price; or hands the sale off. */
function Bill({ state, sum, disabled, ways, onPay, onHandOff }: BillProps) {
  const t = useTexts(words)
  const said = useTexts(wayWords)
  const [asking, setAsking] = useState(false)
  const read = useRef<HTMLParagraphElement>(null)
  const [first = firstWay, ...others] = ways
  /** Another promoter's sale: its client may accept on their own phone even a free one. */
  const foreign = Boolean(state.term.reissue && state.currentPolicyData?.clientCode)
  const acceptAndSend = (way: SentWay): void => {
    setAsking(false)
    onPay({ way })
  }
  // On a phone the terms could not be read out: the press opens the agreement.
  const bill = (way: SentWay): void => {
    if (read.current?.checkVisibility()) onPay({ way })
    else setAsking(true)
  }
  return (
    <>
      <p ref={read} id="accepted" tabIndex={-1} className={`${styles.accepted} ${styles.read}`}>
        <strong>{t.readOut}</strong> {t.accepted}
      </p>
      {asking ? (
        <AcceptDialog
          sum={sum}
          ways={sum > 0 ? ways : [first]}
          onAccept={acceptAndSend}
          onClose={() => setAsking(false)}
        />
      ) : null}
      <div className={styles.bill}>
        <Button
          id="bill"
          wide
          busy={state.busy === 'order'}
          disabled={disabled}
          aria-keyshortcuts="Control+Enter"
          onClick={() => bill(first)}
        >
          {sum === 0 ? t.reissueFree : <Sent way={first} sum={sum} />}
        </Button>
        {sum === 0 && !foreign ? null : (
          <button
            type="button"
            className={styles.qr}
            aria-keyshortcuts="Alt+Q"
            aria-label={t.handOff}
            title={t.handOff}
            disabled={disabled}
            onClick={onHandOff}
          >
            <QrIcon />
          </button>
        )}
      </div>
      {/* On a phone the dialog that the press opens has it. */}
      {sum > 0
        ? others.map((way) => (
            <div key={way} className={styles.accepted}>
              <Button
                variant="secondary"
                size="small"
                wide
                busy={state.busy === 'order'}
                disabled={disabled}
                onClick={() => bill(way)}
              >
                {said[way].send}
              </Button>
            </div>
          ))
        : null}
    </>
  )
}

/** On a phone the sum is not drawn, and the press opens the agreement. */
function Sent({ way, sum }: { way: SentWay; sum: number }) {
  return (
    <>
      <span className={styles.agreed}>{useTexts(words).agreed} </span>
      {useTexts(wayWords)[way].send}
      <span className={styles.sent}> · {money(sum)}</span>
    </>
  )
}

type DialogsProps = {
  showing: Showing
  onShow: (next: Showing) => void
  state: State
  actions: SaleActions
}

/** Loaded on demand: price details, client's code, hand-off. */
function PriceDialogs({ showing, onShow, state, actions }: DialogsProps) {
  const close = (): void => onShow(null)
  return (
    <Suspense>
      {showing === 'details' && state.quote ? (
        <PriceDetails calculation={state.quote.calculation} onClose={close} />
      ) : null}
      {state.clientCode ? (
        <AskClient asked={state.clientCode} actions={actions} onHandOff={() => onShow('qr')} />
      ) : null}
      {showing === 'qr' && state.calculationId ? (
        <HandOffDialog
          calculationId={state.calculationId}
          email={state.policyholder.email}
          onOrdered={(orderId, orderKey) =>
            actions.dispatch({ type: 'ordered', orderId, orderKey })
          }
          onClose={close}
        />
      ) : null}
    </Suspense>
  )
}
