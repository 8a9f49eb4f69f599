import { useMemo, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { isIin } from '#domain/iin.ts'
import { variants } from '#domain/ogpo/limits.ts'
import { LegalDialog, type LegalName } from '../../dialogs/legal.tsx'
import { upToDate } from '../../sale/draft.ts'
import { type Driver, emptyDriver } from '../../sale/model/sale.ts'
import type { Problem } from '../../sale/model/wire.ts'
import { RowFields } from '../../sale/rows/row-fields.tsx'
import { consentOpen, isPolicyholder, isRepeated, phoneWrong } from '../../sale/rows.ts'
import { dropPurchaseToken } from '../../session/purchase-token.ts'
import { fromTo, longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PlusIcon } from '../../ui/later-icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { buy } from '../calls.ts'
import { PositionDialog } from '../dialogs/position-dialog.tsx'
import { FormErrorNotice } from '../form-error-notice.tsx'
import { namedError } from '../named-error.ts'
import saleWords from '../purchase-texts.ts'
import { InsurerChoice } from '../review/insurer-choice.tsx'
import { PayBar, PaySide, PriceBox } from '../review/pay-side.tsx'
import { useWide } from '../review/use-wide.ts'
import { ConsentField } from '../sections/consent.tsx'
import { DriverRowFields } from '../sections/driver-row.tsx'
import sections from '../sections/sections.module.css'
import { loadDraft } from '../state/draft.ts'
import { errorOf, mendable } from '../state/failure.ts'
import { reduce } from '../state/reduce.ts'
import {
  type Buyer,
  type Form,
  formOf,
  newForm,
  type Options,
  type OwnPolicy,
  stateOf,
} from '../state/state.ts'
import { type PurchaseActions, usePurchase } from '../state/use-purchase.ts'
import styles from './add-drivers.module.css'
import words from './texts.ts'

type Ready = { policy: OwnPolicy; options: Options; buyer: Buyer; form: Form }

/** The page that adds drivers: what the law requires, the present policy, and the form. */
export function AddDrivers({ globalId }: { globalId: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading((signal) => prepare(globalId, signal))
  return (
    <Loaded loading={loading} value={loading.value}>
      {(ready) => (
        <>
          <Notice tone="info" title={t.law}>
            <p>{t.lawText}</p>
          </Notice>
          <ol className={styles.how} aria-label={t.how}>
            {[t.steps.count, t.steps.pay, t.steps.issue].map((step, at) => (
              <li key={step.title}>
                <span className={styles.number} aria-hidden="true">
                  {at + 1}
                </span>
                <div>
                  <h2>{step.title}</h2>
                  <p>{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
          <Card title={t.policy}>
            <Facts
              facts={[
                { label: t.number, value: ready.policy.globalId },
                {
                  label: t.cars,
                  value: ready.policy.cars
                    .map(
                      ({ registrationNumber, name }) =>
                        `${plateWords(registrationNumber)} · ${name}`,
                    )
                    .join('; '),
                },
                {
                  label: t.period,
                  value: fromTo(locale, ready.policy.dateStart, ready.policy.dateEnd),
                },
                {
                  label: t.present,
                  value: ready.policy.insureds.map(({ name }) => name).join(', '),
                },
              ]}
            />
          </Card>
          <DriversForm {...ready} />
        </>
      )}
    </Loaded>
  )
}

/**
 * Loads the policy as the form of its reissue with one new row, or resumes a draft of the same
 * policy. Only the cabinet's client may buy.
 */
async function prepare(globalId: string, signal: AbortSignal): Promise<Ready> {
  dropPurchaseToken()
  const [{ data: options }, { data: policy }] = await Promise.all([
    buy('ogpoOptions', {}, { signal }),
    buy('ogpoGetPolicy', { globalId }, { signal }),
  ])
  const { buyer } = options
  if (!buyer) throw new Error('a token that proves no buyer')
  const newId = () => crypto.randomUUID()
  const fresh = newForm(buyer, options, newId())
  const draft = loadDraft(buyer.iin)
  const kept =
    draft && isDraftOf(draft, policy)
      ? {
          ...upToDate(draft, fresh.term, options),
          policyholder: { ...draft.policyholder, phone: buyer.phone },
        }
      : null
  const form =
    kept ??
    formOf(
      reduce(stateOf(fresh), {
        type: 'prefilled',
        policy,
        kind: 'reissue',
        today: options.today,
        newId,
      }),
    )
  return { policy, options, buyer, form: withRow(form, namedIn(policy).length) }
}

/** Adds a new row if none is open. `named`: number of rows of drivers in the policy. */
function withRow(form: Form, named: number): Form {
  const drivers =
    form.drivers.length > named ? form.drivers : [...form.drivers, emptyDriver(crypto.randomUUID())]
  return { ...form, drivers }
}

type Props = { policy: OwnPolicy; options: Options; buyer: Buyer; form: Form }

/**
 * The new drivers, the expired consents, and the payment with the sum charged or refunded: a
 * reissue of this policy.
 */
function DriversForm({ policy, options, buyer, form }: Props) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const locale = useLocale()
  const [named] = useState(() => namedIn(policy).length)
  const buying = usePurchase({
    options,
    buyer,
    form,
    more: newDriverProblems(named),
    // The policy has all facts of its drivers and cars.
    asks: ({ drivers }) => ({ drivers: drivers.slice(named), cars: [], own: false }),
  })
  const [reading, setReading] = useState<LegalName | null>(null)
  const { state, dispatch } = buying
  // The rows only name the errors.
  const errors = useMemo(
    () => mendable(state).map((apiError) => namedError(apiError, state, all, locale)),
    [state.errors], // oxlint-disable-line react/exhaustive-deps
  )
  const wide = useWide()
  const numberOf = (row: Driver) =>
    state.drivers.indexOf(row) + 1 + (state.policyholder.willDrive ? 1 : 0)
  // The rows whose consent had run out when the form was opened stay in place once it is given.
  const [asked] = useState(() =>
    state.drivers
      .slice(0, named)
      .flatMap(({ id, consent }) => (consent.kind === 'approved' ? [] : [id])),
  )
  const silent = state.drivers.filter(({ id }) => asked.includes(id))
  const fresh = state.drivers.slice(named)
  /** Empties the only new row instead of removing it: a driver must be added. */
  const removing = (row: Driver) => {
    const isOnly = fresh.length === 1
    if (isOnly && !row.iin && !row.phone) return null
    return () => {
      dispatch({ type: 'driver-removed', id: row.id })
      if (isOnly) dispatch({ type: 'driver-added', id: crypto.randomUUID() })
    }
  }
  const more =
    state.drivers.length + (state.policyholder.willDrive ? 1 : 0) < variants.d10c10.drivers
  return (
    <>
      <div className={styles.notices}>
        <ErrorSummary title={all.wrongTitle} errors={errors} />
        <FormErrorNotice purchase={buying} />
      </div>
      <div className={styles.columns}>
        <form className={styles.sections} onSubmit={(event) => event.preventDefault()} noValidate>
          <Section title={t.fresh}>
            <p className={sections.note}>{t.freshWhy}</p>
            {fresh.map((row) => (
              <DriverRowFields
                key={row.id}
                {...buying}
                row={row}
                number={numberOf(row)}
                onRemove={removing(row)}
              />
            ))}
            {more ? (
              <AddDriver
                onAdd={() => dispatch({ type: 'driver-added', id: crypto.randomUUID() })}
              />
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
                  {...buying}
                  row={row}
                  name={policy.insureds.find(({ iin }) => iin === row.iin)?.name ?? ''}
                />
              ))}
            </Section>
          ) : null}
          <ChosenInsurer policy={policy} purchase={buying} />
          <p className={sections.note}>{t.start(longDate(locale, state.term.start))}</p>
          {wide ? null : <PriceBox purchase={buying} />}
          <OtherWays globalId={policy.globalId} />
        </form>
        {wide ? <PaySide purchase={buying} read={setReading} /> : null}
        {wide ? null : <PayBar purchase={buying} read={setReading} />}
      </div>
      <LegalDialog name={reading} onClose={() => setReading(null)} />
      <PositionDialog purchase={buying} />
    </>
  )
}

function AddDriver({ onAdd }: { onAdd: () => void }) {
  const all = useTexts(saleWords)
  return (
    <Button variant="secondary" icon={<PlusIcon />} onClick={onAdd}>
      {all.addDriver}
    </Button>
  )
}

/** OGPO+ with the insurer of the policy; another insurer where that one sells no more. */
function ChosenInsurer({ policy, purchase }: { policy: OwnPolicy; purchase: PurchaseActions }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  const { state, dispatch, options } = purchase
  const { ogpoPlus } = options
  if (
    state.term.insurer !== policy.insurer ||
    !options.insurers.some(({ code }) => code === state.term.insurer)
  )
    return (
      <Section title={t.insurer}>
        <InsurerChoice purchase={purchase} />
      </Section>
    )
  if (!ogpoPlus) return null
  return (
    <Section title={t.extra}>
      <Checkbox
        name="ogpoPlus"
        defaultChecked={state.term.ogpoPlus}
        label={all.ogpoPlus(money(ogpoPlus.premium))}
        hint={all.ogpoPlusText(money(ogpoPlus.payout))}
        onChecked={(checked) => dispatch({ type: 'term', patch: { ogpoPlus: checked } })}
      />
    </Section>
  )
}

/** More than drivers is changed by a reissue; or nothing is. */
function OtherWays({ globalId }: { globalId: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      <p className={sections.note}>
        {t.change}{' '}
        <a href={`${pathOf('ogpo-calculator', locale)}?reissue=${encodeURIComponent(globalId)}`}>
          {t.changeLink}
        </a>
      </p>
      <p>
        <a href={pathOf('account', locale)}>{t.back}</a>
      </p>
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
function Silent({ state, dispatch, row, name }: PurchaseActions & { row: Driver; name: string }) {
  const id = `driver-${row.id}`
  const set = (patch: Partial<Omit<Driver, 'id'>>): void =>
    dispatch({ type: 'driver', id: row.id, patch, iin: row.iin })
  return (
    <fieldset className={sections.row}>
      <legend className={sections.rowHead}>{name}</legend>
      <RowFields
        of="driver"
        row={row}
        keys={['phone']}
        errorAt={(key) => errorOf(state, `${id}-${key}`) ?? errorOf(state, `${id}-iin`)}
        onChange={set}
      />
      <ConsentField row={row} error={errorOf(state, `${id}-consent`)} dispatch={dispatch} />
    </fieldset>
  )
}

/**
 * Returns IINs of the policy's drivers but the policyholder, in its order: the first rows of the
 * form.
 */
const namedIn = (policy: Pick<OwnPolicy, 'insurant' | 'insureds'>): string[] =>
  policy.insureds.map(({ iin }) => iin).filter((iin) => iin !== policy.insurant.iin)

/**
 * Checks that a stored draft is of this policy with all its drivers: a draft of a full reissue may
 * have removed some.
 */
export const isDraftOf = (draft: Form, policy: OwnPolicy): boolean =>
  draft.term.reissue === policy.globalId &&
  namedIn(policy).every((iin, at) => draft.drivers[at]?.iin === iin)

/**
 * Every field of a new driver is required, each with its own error (issue 4). `named`: how many
 * rows the policy names already.
 */
export const newDriverProblems =
  (named: number) =>
  (form: Form): Problem[] =>
    form.drivers.slice(named).flatMap((row) =>
      // The policyholder and the drivers of other rows drive already.
      row.iin !== '' && (isPolicyholder(row, form) || isRepeated(form.drivers, row, 'iin'))
        ? [{ field: `driver-${row.id}-iin`, key: 'iin_repeated' }]
        : problemsOfNew(row),
    )

function problemsOfNew(row: Driver): Problem[] {
  const wrong = (part: string, key: string): Problem[] => [
    { field: `driver-${row.id}-${part}`, key },
  ]
  const phone = phoneWrong(row)
  const open = isIin(row.iin) ? consentOpen(row) : null
  return [
    ...(row.iin === '' ? wrong('iin', 'required') : isIin(row.iin) ? [] : wrong('iin', 'iin')),
    ...(phone ? wrong('phone', phone) : open ? wrong(open.of, open.key) : []),
  ]
}
