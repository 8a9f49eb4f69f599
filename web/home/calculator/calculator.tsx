import { type FormEvent, useCallback, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { goTo } from '../../navigation.ts'
import { cabinetToken } from '../../session/session.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Select } from '../../ui/select.tsx'
import { StickyBar } from '../../ui/sticky-bar.tsx'
import { SuggestField, type Suggestion } from '../../ui/suggest-field.tsx'
import styles from './calculator.module.css'
import { SignInFirst } from './sign-in.tsx'
import words from './texts.ts'

type Offer = Reply<'homePlans'>['data']
type Home = Reply<'addressByCode'>['data']

/** Which home and which plan; the price of a month is in sight from the first choice. */
export function HomeCalculator() {
  const t = useTexts(words)
  const loading = useLoading(async (signal) => {
    if (!cabinetToken()) return { offer: null }
    return { offer: (await ask('homePlans', {}, { signal })).data }
  })
  return (
    <div className={styles.page}>
      <h1>{t.heading}</h1>
      <Loaded loading={loading} value={loading.value}>
        {({ offer }) =>
          offer ? <Choice offer={offer} /> : <SignInFirst page="egov-home-calculator" />
        }
      </Loaded>
    </div>
  )
}

function Choice({ offer }: { offer: Offer }) {
  const t = useTexts(words)
  const locale = useLocale()
  const asked = new URLSearchParams(location.search).get('plan')
  const [plan, setPlan] = useState(
    offer.plans.find(({ id }) => String(id) === asked) ?? offer.plans[0] ?? null,
  )
  const [home, setHome] = useState<Home | null>(null)
  const [flats, setFlats] = useState<readonly Home[]>([])
  const [flat, setFlat] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])

  const take = async (found: Home) => {
    setHome(found)
    setFlat('')
    setErrors([])
    setFlats(
      found.flats ? (await ask('addressSuggest', { text: '', building: found.code })).data : [],
    )
  }
  const suggest = useCallback(
    async (text: string, signal: AbortSignal) =>
      (await ask('addressSuggest', { text }, { signal })).data.map((one) => ({
        id: one.code,
        label: one.text,
      })),
    [],
  )
  const choose = ({ id }: Suggestion) =>
    void ask('addressByCode', { code: id })
      .then(({ data }) => take(data))
      .catch(() => setErrors([{ field: 'address', message: t.failed }]))
  const apiError = (field: string) => errors.find((one) => one.field === field)?.message

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = home?.flats ? flat : home?.code
    const wrong = [
      ...(plan ? [] : [{ field: 'plan', message: t.choosePlan }]),
      ...(home ? [] : [{ field: 'address', message: t.chooseAddress }]),
      ...(home && !code ? [{ field: 'flat', message: t.chooseFlat }] : []),
    ]
    setErrors(wrong)
    if (wrong.length > 0 || !plan || !code) return
    goTo(
      `${pathOf('egov-home-insurance', locale)}?${new URLSearchParams({ address: code, plan: String(plan.id) })}`,
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary title={t.errors} errors={errors} />
      <RadioCards
        name="plan"
        label={t.plan}
        defaultValue={plan ? String(plan.id) : undefined}
        error={apiError('plan')}
        onValue={(value) => setPlan(offer.plans.find(({ id }) => String(id) === value) ?? null)}
        options={offer.plans.map((one) => ({
          value: String(one.id),
          label: one.name,
          detail: [
            [null, one.price_per_month] as const,
            [t.amount, one.insurance_amount] as const,
            [t.interior, one.interior_finishing] as const,
            [t.neighbours, one.neighbour_compensation] as const,
          ].map(([what, sum]) => (
            <span key={what} className={what ? styles.cover : styles.monthly}>
              {what ? `${what}: ${money(sum)}` : t.perMonth(sum)}
            </span>
          )),
        }))}
      />
      <div className={styles.home}>
        <SuggestField
          name="address"
          label={t.address}
          hint={t.addressHint}
          error={apiError('address')}
          text={home?.text ?? ''}
          suggest={suggest}
          onChoose={choose}
          onTyped={() => {
            setHome(null)
            setFlats([])
          }}
          none={t.none}
          failed={t.failed}
        />
        {home ? (
          <p className={styles.chosen}>
            <CheckIcon /> {flats.find(({ code }) => code === flat)?.text ?? home.text}
          </p>
        ) : null}
        {offer.registered && home?.code !== offer.registered.code ? (
          <Button
            variant="quiet"
            size="small"
            className={styles.own}
            onClick={() => offer.registered && void take(offer.registered)}
          >
            {t.registered}: {offer.registered.text}
          </Button>
        ) : null}
        {home?.flats ? (
          <Select
            key={home.code}
            name="flat"
            label={t.flat}
            placeholder={t.flatPlaceholder}
            error={apiError('flat')}
            onValue={setFlat}
            options={flats.map((one) => ({
              value: one.code,
              label: one.text.slice(one.text.lastIndexOf(',') + 1).trim(),
            }))}
          />
        ) : null}
      </div>
      <StickyBar
        aside={
          plan ? <span className={styles.price}>{t.perMonth(plan.price_per_month)}</span> : null
        }
      >
        <Button type="submit">{t.go}</Button>
      </StickyBar>
    </form>
  )
}
