import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Promoter } from '../promoter-user.ts'
import { BlockedNotice, useBlocked } from './blocked.tsx'
import { CarRow } from './car-row.tsx'
import { DriverRow } from './driver-row.tsx'
import { forgetSale } from './kept-sale.ts'
import { LoadPolicy } from './load-policy.tsx'
import { PolicyholderPart } from './policyholder-part.tsx'
import type { Ready } from './prepare.ts'
import { PriceSide } from './price-side.tsx'
import styles from './sheet.module.css'
import type { Options } from './state/answers.ts'
import { saleKind } from './state/sale-kind.ts'
import { TermPart } from './term-part.tsx'
import words from './texts.ts'
import { useSale } from './use-sale.ts'

const PositionModal = lazy(() =>
  import('../../dialogs/geolocation.tsx').then((module) => ({ default: module.GeolocationDialog })),
)
const DocumentDialog = lazy(() =>
  import('../../purchase/dialogs/document-dialog.tsx').then((module) => ({
    default: module.DocumentDialog,
  })),
)
const OrderSide = lazy(() =>
  import('./order-side.tsx').then((module) => ({ default: module.OrderSide })),
)

type Props = { ready: Ready | null; options: Options; user: Promoter; onNew: () => void }

/** One dense sheet at every width: people, cars, term, and the price always in sight. */
export function Sheet({ ready, options, user, onNew }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { state, actions, outgoing, online } = useSale(user, options, ready)
  const blocked = useBlocked()
  const [document, setDocument] = useState<string | null>(null)
  const { wrong, round } = state

  // Outside React: the price by one key, wherever the focus is.
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // What stands in a field that tells its value only when it is left counts as well.
      if (globalThis.document.activeElement instanceof HTMLInputElement)
        globalThis.document.activeElement.blur()
      actions.calculate()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [actions])
  const openDocument = useCallback((iin: string) => setDocument(iin), [])
  const fresh = (): void => {
    // The sale this device keeps was only set aside: it is taken up again.
    if (ready?.apart) {
      location.assign(location.pathname)
      return
    }
    forgetSale()
    history.replaceState(null, '', location.pathname)
    onNew()
  }
  const { location: place } = state
  const again = (): void => {
    actions.dispatch({ type: 'location-closed' })
    actions.calculate()
  }
  const apart = ready?.apart === true && state.orderId !== null
  const drivers = Object.entries(state.drivers)
  const errorAt = (name: string): string | undefined => wrong[name]

  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <h1>{t.headings[saleKind(state, apart) ?? 'order']}</h1>
        <Button variant="quiet" size="small" onClick={fresh}>
          {t.newSale}
        </Button>
      </header>
      <div className={styles.notices}>
        {blocked ? <BlockedNotice page={blocked} /> : null}
        {state.currentPolicyData ? (
          <Notice tone="info" title={t.loaded(state.currentPolicyData.globalId)} />
        ) : null}
        {outgoing && !state.busy ? (
          <Notice
            tone="warn"
            live
            title={t.outgoing}
            action={
              <Button size="small" variant="secondary" onClick={() => actions.send(outgoing)}>
                {t.sendNow}
              </Button>
            }
          >
            {t.outgoingText}
          </Notice>
        ) : null}
      </div>
      <div className={styles.columns} data-apart={apart || undefined}>
        {/* A policy that is loaded replaces every field: they keep their own values, so they begin anew. */}
        <form
          key={round}
          className={styles.parts}
          inert={state.orderId !== null}
          onSubmit={(event) => event.preventDefault()}
          noValidate
        >
          <LoadPolicy
            busy={state.busy === 'load'}
            actions={actions}
            says={(day) => t.prolongEarly(longDate(locale, day))}
          />
          <PolicyholderPart
            policyholder={state.policyholder}
            willDrive={state.policyholderWillDrive}
            consentRequired={state.consentRequired}
            privilegeByHand={state.driversCheckPrivilegeError || state.privilegeWithheld}
            wrong={wrong}
            formError={state.policyholderAgeError || state.policyholderPersonCertificateError}
            actions={actions}
            onDocument={openDocument}
          />
          <section className={styles.part} aria-labelledby="part-drivers">
            <h2 id="part-drivers">{t.drivers}</h2>
            {drivers.length === 0 && !state.policyholderWillDrive ? (
              <p className={styles.note}>{t.noDrivers}</p>
            ) : null}
            {drivers.map(([id, driver], index) => (
              <DriverRow
                key={id}
                id={id}
                driver={driver}
                number={index + 1}
                wrong={wrong}
                consentRequired={state.consentRequired}
                privilegeByHand={state.driversCheckPrivilegeError || state.privilegeWithheld}
                actions={actions}
                onDocument={openDocument}
              />
            ))}
            <AddRow
              id="add-driver"
              label={t.addDriver}
              wrong={errorAt('add-driver')}
              full={drivers.length >= state.limitForInsuredDrivers}
              limit={(state.policyholderWillDrive ? t.limitWithInsurer : t.limit)(
                state.limitForInsuredDrivers,
              )}
              onAdd={actions.addDriver}
            />
          </section>
          <section className={styles.part} aria-labelledby="part-cars">
            <h2 id="part-cars">{t.cars}</h2>
            {state.cars.map((car, index) => (
              <CarRow key={car.id} car={car} number={index + 1} wrong={wrong} actions={actions} />
            ))}
            <AddRow
              id="add-car"
              label={t.addCar}
              wrong={errorAt('add-car')}
              full={state.cars.length >= state.limitForInsuredCars}
              limit={t.limit(state.limitForInsuredCars)}
              onAdd={actions.addCar}
            />
          </section>
          <TermPart
            start={state.policyStartDate}
            months={state.policyPeriod}
            seasonal={state.seasonalAgreement}
            insurer={state.insurer}
            ogpoPlus={state.ogpoPlus}
            paymentPhone={state.paymentPhone}
            consentRequired={state.consentRequired}
            startWrong={errorAt('start')}
            periodWrong={errorAt('months')}
            phoneWrong={errorAt('payment-phone')}
            options={options}
            actions={actions}
          />
        </form>
        {state.orderId ? (
          <Suspense>
            <OrderSide
              state={state}
              actions={actions}
              online={online}
              apart={apart}
              onNew={fresh}
            />
          </Suspense>
        ) : (
          <PriceSide
            state={state}
            actions={actions}
            options={options}
            blocked={blocked !== null}
            waiting={outgoing !== null}
          />
        )}
      </div>
      {place.blocked && place.code ? (
        <Suspense>
          <PositionModal
            open
            formError={place.code}
            message={place.message || undefined}
            near={place.near}
            onClose={() => actions.dispatch({ type: 'location-closed' })}
            onRetry={again}
          />
        </Suspense>
      ) : null}
      {document ? (
        <Suspense>
          <DocumentDialog
            open
            iin={document}
            save={actions.saveDocument}
            onClose={() => setDocument(null)}
            onSaved={() => {
              actions.dispatch({ type: 'mended', iin: document })
              setDocument(null)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

type AddProps = {
  id: string
  label: string
  wrong: string | undefined
  full: boolean
  limit: string
  onAdd: () => void
}

/** One more row, or why there can be no more. */
function AddRow({ id, label, wrong, full, limit, onAdd }: AddProps) {
  return (
    <div id={id} tabIndex={-1}>
      {full ? (
        <p className={wrong ? styles.wrong : styles.note}>{limit}</p>
      ) : (
        <Button variant="secondary" size="small" icon={<PlusIcon />} onClick={onAdd}>
          {label}
        </Button>
      )}
      {wrong && !full ? <p className={styles.wrong}>{wrong}</p> : null}
    </div>
  )
}
