import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BeforePaying, payable } from '../before-paying.tsx'
import { acceptedTexts, acceptId } from '../model/order.ts'
import words from '../purchase-texts.ts'
import { errorOf } from '../state/failure.ts'
import type { SectionProps } from './section.ts'
import styles from './sections.module.css'

/** How to pay, where to send the documents, and the texts to read before. */
export function PaySection({ state, dispatch, read }: SectionProps) {
  const t = useTexts(words)
  const quote = state.quote?.calculation ?? null
  const reissue = state.reissue !== null
  const free = quote !== null && payable(quote, reissue) === 0
  const labels = {
    terms: t.acceptTerms,
    personalData: t.acceptPersonalData,
    commission: t.acceptCommission,
  }
  return (
    <div className={styles.stack}>
      {quote ? <BeforePaying quote={quote} reissue={reissue} /> : null}
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        label={t.email}
        hint={t.emailHint}
        optional={t.optional}
        defaultValue={state.email}
        error={errorOf(state, 'email')}
        onValue={(email) => dispatch({ type: 'set', patch: { email: email.trim() } })}
      />
      {free ? (
        <p className={styles.note}>{t.free}</p>
      ) : (
        <RadioCards
          name="pay"
          label={t.pay}
          defaultValue={state.pay}
          onValue={(pay) =>
            dispatch({ type: 'set', patch: { pay: pay === 'card' ? 'card' : 'mobile_bank' } })
          }
          options={[
            { value: 'mobile_bank', label: t.bill, detail: t.billText },
            { value: 'card', label: t.card, detail: t.cardText },
          ]}
        />
      )}
      {state.pay === 'mobile_bank' && !free ? (
        <PhoneField
          name="payPhone"
          label={t.payPhone}
          hint={t.payPhoneHint}
          defaultValue={state.payPhone}
          error={errorOf(state, 'payPhone')}
          onValue={(_, payPhone) =>
            payPhone !== state.payPhone && dispatch({ type: 'set', patch: { payPhone } })
          }
        />
      ) : null}
      <fieldset>
        <legend className={styles.legend}>{t.accept}</legend>
        {acceptedTexts.map((name) => (
          <div key={name} className={styles.accept}>
            <Checkbox
              name={acceptId(name)}
              label={labels[name]}
              defaultChecked={state.accepted[name]}
              error={errorOf(state, acceptId(name))}
              onChecked={(checked) =>
                dispatch({
                  type: 'set',
                  patch: { accepted: { ...state.accepted, [name]: checked } },
                })
              }
            />
            <Button
              variant="quiet"
              size="small"
              aria-label={`${t.read}: ${labels[name]}`}
              onClick={() => read(name)}
            >
              {t.read}
            </Button>
          </div>
        ))}
      </fieldset>
    </div>
  )
}
