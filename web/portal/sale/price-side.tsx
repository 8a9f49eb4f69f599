import { lazy, Suspense, useState } from 'react'
import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { QrIcon } from '../../ui/icons.tsx'
import { Price } from '../../ui/price.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { FormErrors } from './form-errors.tsx'
import styles from './price.module.css'
import { ReissueSums, Warnings } from './quote-notes.tsx'
import type { SaleActions } from './sale.ts'
import type { Options } from './state/answers.ts'
import { isFresh } from './state/reduce.ts'
import type { State } from './state/state.ts'
import { payable } from './state/wire.ts'
import words from './texts.ts'

const PriceDetails = lazy(() =>
  import('./price-details.tsx').then((module) => ({ default: module.PriceDetails })),
)
const AskClient = lazy(() =>
  import('./ask-client.tsx').then((module) => ({ default: module.AskClient })),
)
const HandOffDialog = lazy(() =>
  import('./hand-off-dialog.tsx').then((module) => ({ default: module.HandOffDialog })),
)

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
  const [agreed, setAgreed] = useState('')
  const [missing, setMissing] = useState(false)
  const [showing, setShowing] = useState<'details' | 'qr' | null>(null)
  const fresh = isFresh(state)
  const sum = payable(state)
  const back = state.reissue ? (state.refundPremium ?? 0) : 0
  /** Another's sale: its client may accept on their own phone even what costs nothing. */
  const foreign = Boolean(state.reissue && state.currentPolicyData?.clientCode)
  const accepted = agreed !== '' && agreed === state.calculationId
  const bill = (): void => {
    setMissing(!accepted)
    if (accepted) actions.pay()
    else document.getElementById('accepted')?.focus()
  }
  return (
    <aside className={styles.side} aria-label={t.price}>
      <FormErrors state={state} actions={actions} options={options} />
      {fresh && state.quote ? <Warnings warnings={state.quote.calculation.warnings} /> : null}
      <div className={styles.priceLine}>
        <div aria-live="polite">
          <h2>{back > 0 ? t.refund : state.reissue && sum !== null ? t.surcharge : t.price}</h2>
          {sum === null ? (
            <p className={styles.note}>{blocked ? t.blockedTitle : t.noPrice}</p>
          ) : (
            <Price tenge={back > 0 ? back : sum} size="large" changed={!fresh} />
          )}
          {sum !== null && !fresh ? <p className={styles.note}>{t.stale}</p> : null}
        </div>
        {state.quote ? (
          <Button variant="quiet" size="small" onClick={() => setShowing('details')}>
            {t.why}
          </Button>
        ) : null}
      </div>
      {state.reissue && fresh && state.quote ? <ReissueSums of={state.quote.calculation} /> : null}
      <div className={styles.actions}>
        {state.busy === 'calculate' ? (
          <RowProgress>{state.goesOn ? t.goesOn : t.locating}</RowProgress>
        ) : null}
        {fresh && sum !== null ? (
          <>
            <Checkbox
              key={state.calculationId}
              name="accepted"
              label={<span className={styles.note}>{t.accepted}</span>}
              error={missing ? t.needAccepted : undefined}
              onChecked={(on) => {
                setAgreed(on ? (state.calculationId ?? '') : '')
                setMissing(false)
              }}
            />
            <div className={styles.bill}>
              <Button
                wide
                busy={state.busy === 'order'}
                disabled={blocked || waiting}
                onClick={bill}
              >
                {sum === 0 ? t.reissueFree : t.sendBill(money(sum))}
              </Button>
              {sum === 0 && !foreign ? null : (
                <button
                  type="button"
                  className={styles.qr}
                  aria-label={t.handOff}
                  title={t.handOff}
                  disabled={blocked || waiting}
                  onClick={() => setShowing('qr')}
                >
                  <QrIcon />
                </button>
              )}
            </div>
          </>
        ) : (
          <Button
            wide
            busy={state.busy === 'calculate'}
            disabled={blocked}
            onClick={actions.calculate}
          >
            {state.quote ? t.recalculate : t.calculate}
          </Button>
        )}
        <p className={styles.key}>{t.keyHint}</p>
      </div>
      <Suspense>
        {showing === 'details' && state.quote ? (
          <PriceDetails calculation={state.quote.calculation} onClose={() => setShowing(null)} />
        ) : null}
        {state.clientCode ? (
          <AskClient
            asked={state.clientCode}
            actions={actions}
            onHandOff={() => setShowing('qr')}
          />
        ) : null}
        {showing === 'qr' && state.calculationId ? (
          <HandOffDialog
            calculationId={state.calculationId}
            email={state.policyholder.email}
            onOrdered={(orderId, orderKey) =>
              actions.dispatch({ type: 'ordered', orderId, orderKey })
            }
            onClose={() => setShowing(null)}
          />
        ) : null}
      </Suspense>
    </aside>
  )
}
