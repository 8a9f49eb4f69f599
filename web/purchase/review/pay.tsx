import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { waysOf } from '#domain/payment-ways.ts'
import { formatPhone } from '#domain/phone.ts'
import type { LegalName } from '../../dialogs/legal.tsx'
import { acceptedTexts } from '../../sale/order.ts'
import { payable } from '../../sale/price.ts'
import wayWords from '../../sale/way-texts.ts'
import { money, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { InfoIcon } from '../../ui/icons.tsx'
import { DocumentIcon, PlusIcon } from '../../ui/later-icons.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import saleWords from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import type { Quote } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import { isOfPay } from '../state/wire.ts'
import { useWaitWords } from '../wait-words.ts'
import { dayOf } from './day-of.ts'
import styles from './pay.module.css'
import words from './review-texts.ts'

type Props = { purchase: PurchaseActions; quote: Quote; read: (text: LegalName) => void }

/**
 * How to pay, the documents that paying accepts, and the one button that says so with its sum: a
 * sheet on a phone, beside the review on a wide screen.
 */
export function Pay(props: Props) {
  return (
    <div className={styles.pay}>
      <PayErrors {...props} />
      <PayWay {...props} />
      <Documents {...props} />
      <PayButton {...props} />
    </div>
  )
}

/** Errors of the payment, in the payment's own place. */
function PayErrors({ purchase: { state } }: Props) {
  const t = useTexts(saleWords)
  // The same list while the errors are the same: the summary takes the focus whenever it changes.
  const errors = useMemo(
    () =>
      state.errors
        .filter(({ field }) => isOfPay(field))
        .map(({ field, message, brief }) => ({ field, message: brief ?? message })),
    [state.errors],
  )
  return <ErrorSummary title={t.wrongTitle} errors={errors} />
}

function PayWay({ purchase, quote }: Props) {
  const t = useTexts(words)
  const ways = useTexts(wayWords)
  const all = useTexts(saleWords)
  const { state, dispatch, buyer, options } = purchase
  const error = errorOf(state, 'payPhone')
  const [other, setOther] = useState(state.payPhone !== buyer.phone)
  // A refused number is corrected in its field, which stays when the error goes.
  useEffect(() => {
    if (error) setOther(true)
  }, [error])
  if (payable(quote, state.term) === 0) return <p className={styles.note}>{all.free}</p>
  const phone = other ? null : formatPhone(state.payPhone)
  return (
    <div className={styles.way}>
      <RadioCards
        name="pay"
        label={all.pay}
        className={styles.cards}
        defaultValue={state.pay}
        onValue={(pay) =>
          dispatch({
            type: 'set',
            patch: { pay: options.ways.find((way) => way === pay) ?? state.pay },
          })
        }
        options={options.ways.map((way) => ({
          value: way,
          label: ways[way].name,
          detail: ways[way].about(phone),
        }))}
      />
      {!waysOf[state.pay].asksPhone ? null : other || error ? (
        <PhoneField
          name="payPhone"
          label={all.payPhone}
          hint={all.payPhoneHint}
          defaultValue={state.payPhone}
          error={error}
          onValue={(_, payPhone) =>
            payPhone !== state.payPhone && dispatch({ type: 'set', patch: { payPhone } })
          }
        />
      ) : (
        <Button
          variant="quiet"
          size="small"
          className={styles.other}
          onClick={() => {
            flushSync(() => setOther(true))
            document.getElementById('payPhone')?.focus()
          }}
        >
          {t.byPhone}
        </Button>
      )}
    </div>
  )
}

const icons = {
  terms: <DocumentIcon />,
  commission: <InfoIcon />,
  ogpoPlus: <PlusIcon />,
}

/** Each document by its name and version, to be read before paying. */
function Documents({ purchase, quote, read }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, dispatch, options } = purchase
  const names = [...acceptedTexts, ...(state.term.ogpoPlus ? (['ogpoPlus'] as const) : [])]
  return (
    <div>
      <p className={styles.legend} id="accepts">
        {t.accepts}
      </p>
      <ul className={styles.documents} aria-labelledby="accepts">
        {names.map((name) => (
          <li key={name}>
            {icons[name]}
            <span>
              <b>{t.documents[name]}</b>
              <span className={styles.note}>
                {name === 'commission' ? `${money(quote.broker_premium)}, ${t.inside}; ` : null}
                {t.version(dayOf(options.textVersions[name]))}
              </span>
            </span>
            <Button
              variant="quiet"
              size="small"
              aria-label={`${all.read}: ${t.documents[name]}`}
              onClick={() => read(name)}
            >
              {all.read}
            </Button>
          </li>
        ))}
      </ul>
      {options.acceptance === 'tick' ? (
        <Checkbox
          name="agreed"
          label={t.tick}
          defaultChecked={state.agreed}
          error={errorOf(state, 'agreed')}
          onChecked={(agreed) => dispatch({ type: 'set', patch: { agreed } })}
        />
      ) : null}
    </div>
  )
}

function PayButton({ purchase, quote }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, pay, bankPage, fresh } = purchase
  const sum = payable(quote, state.term)
  const waits = useWaitWords(purchase, 'order')
  if (bankPage)
    return (
      <div className={styles.button}>
        <LinkButton external href={bankPage} wide>
          {all.goBank}
        </LinkButton>
        <p className={styles.note}>{all.goBankText}</p>
      </div>
    )
  return (
    <div className={styles.button} data-main>
      <Button wide busy={state.busy === 'order'} disabled={!fresh} onClick={pay}>
        {sum === 0 ? t.agreeReissue : t.agreePay(money(sum))}
      </Button>
      {sum === 0 && !waits ? null : (
        <p className={styles.note} role="status">
          {waits ?? t.goesBack}
        </p>
      )}
    </div>
  )
}
