import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Day, numericDay } from '#domain/calendar.ts'
import { countOf, readClientMessage } from '#domain/client-message.ts'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { lazy } from '../../lazy.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFirstFocus } from '../first-focus.ts'
import { portal } from '../portal.ts'
import type { Promoter } from '../promoter-user.ts'
import { askedBy } from '../search/asked-by.ts'
import { BlockedNotice, HaltedNotice, useBlocked } from './blocked.tsx'
import { CarsPart } from './cars-part.tsx'
import { TypedNotice, useClientForm } from './client-form.tsx'
import { DriversPart } from './drivers-part.tsx'
import { forgetSale, type Outgoing } from './kept-sale.ts'
import loadPolicyStyles from './load-policy.module.css'
import { PolicyholderPart } from './policyholder-part.tsx'
import type { Ready } from './prepare.ts'
import { PriceSide } from './price-side.tsx'
import type { SaleActions } from './sale.ts'
import styles from './sheet.module.css'
import sheet from './sheet.module.css'
import { type LoadKind, type Options, personFlags, type State, saleKind } from './state/state.ts'
import { problemsOf } from './state/wire.ts'
import { TermPart } from './term-part.tsx'
import words, { messageWords } from './texts.ts'
import { useSale } from './use-sale.ts'

const PositionModal = lazy(() =>
  import('../../dialogs/geolocation.tsx').then((module) => ({ default: module.GeolocationDialog })),
)
const DocumentDialog = lazy(() =>
  import('../../purchase/dialogs/document-dialog.tsx').then((module) => ({
    default: module.DocumentDialog,
  })),
)

type SaleDialogsProps = { place: State['location']; actions: SaleActions }

/** Why the sale may not go on from here: the promoter's position. */
function PositionAsked({ place, actions }: SaleDialogsProps) {
  if (!place.blocked || !place.code) return null
  return (
    <Suspense>
      <PositionModal
        open
        formError={place.code}
        message={place.message || undefined}
        near={place.near}
        onClose={() => actions.dispatch({ type: 'location-closed' })}
        onRetry={() => {
          actions.dispatch({ type: 'location-closed' })
          actions.calculate()
        }}
      />
    </Suspense>
  )
}

type DocumentProps = { iin: string | null; actions: SaleActions; onClose: () => void }

/** Form for the identity document of a person whom no register knows. */
function DocumentAsked({ iin, actions, onClose }: DocumentProps) {
  if (!iin) return null
  return (
    <Suspense>
      <DocumentDialog
        open
        iin={iin}
        save={actions.saveDocument}
        onClose={onClose}
        onSaved={() => {
          actions.dispatch({ type: 'mended', iin })
          onClose()
        }}
      />
    </Suspense>
  )
}

const OrderSide = lazy(() =>
  import('./order-side.tsx').then((module) => ({ default: module.OrderSide })),
)
const MessageDialog = lazy(() =>
  import('./message-dialog.tsx').then((module) => ({ default: module.MessageDialog })),
)
const HeadDrafts = lazy(() =>
  import('./head-drafts.tsx').then((module) => ({ default: module.HeadDrafts })),
)

type Props = {
  ready: Ready | null
  options: Options
  user: Promoter
  onNew: () => void
  /** The sheet was open over midnight: sets the new options. */
  onNewDay: (options: Options) => void
}

/** One dense sheet at every width: people, cars, term, and the price always in sight. */
export function Sheet({ ready, options, user, onNew, onNewDay }: Props) {
  const t = useTexts(words)
  const m = useTexts(messageWords)
  const { blocked, halted } = useBlocked()
  const { state, actions, outgoing } = useSale(user, options, ready, onNewDay, blocked !== null)
  const [document, setDocument] = useState<string | null>(null)
  const openDocument = useCallback((iin: string) => setDocument(iin), [])
  const [message, setMessage] = useState<string | null>(null)
  const client = useClientForm(user.id)
  useSheetKeys()
  useFirstFocus(state.orderId ? null : () => firstField(state, options.today), state.round)
  const fresh = (): void => {
    // The sale stored on this device was only set aside: it is resumed.
    if (ready?.apart) {
      location.assign(location.pathname)
      return
    }
    forgetSale()
    history.replaceState(null, '', location.pathname)
    onNew()
  }
  const apart = ready?.apart === true && state.orderId !== null
  return (
    <div className={styles.sheet}>
      <header className={styles.head}>
        <h1>{t.headings[saleKind(state, apart) ?? 'order']}</h1>
        <Suspense>{apart ? null : <HeadDrafts />}</Suspense>
        {state.orderId ? null : (
          <Button
            variant="quiet"
            size="small"
            aria-keyshortcuts="Alt+V"
            onClick={() => setMessage('')}
          >
            {m.open}
          </Button>
        )}
        <Button variant="quiet" size="small" aria-keyshortcuts="Alt+N" onClick={fresh}>
          {t.newSale}
        </Button>
      </header>
      <div className={styles.notices}>
        {blocked ? <BlockedNotice page={blocked} /> : null}
        {halted ? <HaltedNotice halted={halted} /> : null}
        <SaleNotices state={state} outgoing={outgoing} actions={actions} />
        {state.orderId ? null : <TypedNotice of={client} onShow={() => setMessage('')} />}
      </div>
      <div className={styles.columns} data-apart={apart || undefined}>
        <SaleForm
          state={state}
          options={options}
          actions={actions}
          onDocument={openDocument}
          onMessage={setMessage}
        />
        {state.orderId ? (
          <Suspense>
            <OrderSide state={state} actions={actions} apart={apart} onNew={fresh} />
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
      <PositionAsked place={state.location} actions={actions} />
      {message === null ? null : (
        <Suspense>
          <MessageDialog
            key={client.text}
            text={message || (client.text ?? '')}
            form={state}
            client={client}
            onClose={() => setMessage(null)}
            onTake={(taken) => {
              setMessage(null)
              if (!message) client.drop()
              actions.fill(taken)
            }}
          />
        </Suspense>
      )}
      <DocumentAsked iin={document} actions={actions} onClose={() => setDocument(null)} />
    </div>
  )
}

/** Returns the first invalid field, on a new sheet the IIN. */
const firstField = (state: State, today: Day): string | undefined =>
  Object.keys(problemsOf(state, today))[0]

/**
 * Returns the pressed shortcut as `aria-keyshortcuts` names it, by the place on the keyboard; null
 * for others.
 */
function shortcutOf({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  if (code === 'Enter' && (ctrlKey || metaKey)) return 'Control+Enter'
  return altKey && !(ctrlKey || metaKey || shiftKey) && /^Key[DANQVG]$/.test(code)
    ? `Alt+${code.slice(3)}`
    : null
}

/** Keys that press the button of the sheet that has them, wherever the focus is. */
function useSheetKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const keys = shortcutOf(event)
      // A held key presses once: the repeat would start the next act.
      if (keys && event.repeat) event.preventDefault()
      if (!keys || event.repeat || document.querySelector('dialog[open]')) return
      event.preventDefault()
      // Blurs the field: it reports its value only on leaving.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
      document
        .querySelector<HTMLElement>(
          `button[aria-keyshortcuts="${keys}"]:enabled, summary[aria-keyshortcuts="${keys}"]`,
        )
        ?.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

type NoticesProps = { state: State; outgoing: Outgoing | null; actions: SaleActions }

/** The policy the sale was made from; an order without an answer. */
function SaleNotices({ state, outgoing, actions }: NoticesProps) {
  const t = useTexts(words)
  return (
    <>
      {state.currentPolicyData ? (
        <Notice tone="info" title={t.loaded(state.currentPolicyData.globalId)}>
          {state.currentPolicyData.insurant.noCalls ? t.noCalls : null}
        </Notice>
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
    </>
  )
}

type FormProps = {
  state: State
  options: Options
  actions: SaleActions
  onDocument: (iin: string) => void
  /** Called with several numbers pasted into one field. */
  onMessage: (text: string) => void
}

/** Inputs of the price. Read-only with an order. */
function SaleForm({ state, options, actions, onDocument, onMessage }: FormProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { term, errors } = state
  const flags = personFlags(state)
  // Memoised: rows are redrawn only if the errors change.
  const wrong = useMemo(
    () => Object.fromEntries(errors.map(({ field, message }) => [field, message])),
    [errors],
  )
  return (
    // A loaded policy replaces every field: the uncontrolled fields are remounted.
    <form
      key={state.round}
      className={styles.parts}
      inert={state.orderId !== null}
      onSubmit={(event) => event.preventDefault()}
      onPasteCapture={(event) => {
        const text = event.clipboardData.getData('text')
        if (countOf(readClientMessage(text)) < 2) return
        event.preventDefault()
        event.stopPropagation()
        onMessage(text)
      }}
      noValidate
    >
      <LoadPolicy
        busy={state.busy === 'load'}
        actions={actions}
        says={(day) => t.prolongEarly(longDate(locale, day))}
      />
      <PolicyholderPart
        policyholder={state.policyholder}
        consentRequired={state.consentRequired}
        privilegeByHand={state.driversCheckPrivilegeError || state.privilegeWithheld}
        wrong={wrong}
        formError={flags.policyholderAgeError || flags.policyholderPersonCertificateError}
        actions={actions}
        onDocument={onDocument}
      />
      <CarsPart state={state} wrong={wrong} actions={actions} />
      <DriversPart state={state} wrong={wrong} actions={actions} onDocument={onDocument} />
      <TermPart
        term={term}
        paymentPhone={state.paymentPhone}
        consentRequired={state.consentRequired}
        email={state.policyholder.email}
        emailWrong={wrong['policyholder-email']}
        startWrong={wrong['start']}
        periodWrong={wrong['months']}
        phoneWrong={wrong['payment-phone']}
        options={options}
        actions={actions}
      />
    </form>
  )
}

type LoadPolicyProps = { busy: boolean; actions: SaleActions; says: (day: string) => string }
type Policy = Reply<'promoterSearch'>['data']['policies'][number]

/**
 * Fills the sheet from an earlier policy: a copy, a renewal or a reissue. Finds any policy by its
 * number, the promoter's own by the car, the phone or the end of the IIN. Consents are not copied.
 */
function LoadPolicy({ busy, actions, says }: LoadPolicyProps) {
  const t = useTexts(words)
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | undefined>()
  const [found, setFound] = useState<{ kind: LoadKind; policies: readonly Policy[] } | null>(null)
  const load = async (kind: LoadKind, globalId: string): Promise<void> => {
    const { tooEarly, message } = await actions.load(globalId, kind)
    setError(tooEarly ? says(tooEarly) : message)
  }
  const look = async (kind: LoadKind): Promise<void> => {
    const text = input.current?.value.trim() ?? ''
    setFound(null)
    if (!text) {
      setError(t.notFound)
      return input.current?.focus()
    }
    const asked = askedBy(text)
    if (asked.by === 'globalId') return load(kind, asked.value.toUpperCase())
    try {
      const { policies } = (await portal('promoterSearch', asked)).data
      const [only, ...others] = policies
      if (!only) setError(t.notFoundOwn)
      else if (others.length === 0) await load(kind, only.globalId)
      else setFound({ kind, policies })
    } catch (failure) {
      const apiError = apiErrorOf(failure)
      const said = apiError.kind === 'invalid' ? apiError.errors[0]?.message : apiError.message
      setError(said || (apiError.kind === 'offline' ? t.offline : t.loadFailed))
    }
  }
  return (
    <details
      className={`${sheet.part} ${loadPolicyStyles.load}`}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) input.current?.focus()
      }}
    >
      <summary aria-keyshortcuts="Alt+G">{t.load}</summary>
      <div className={loadPolicyStyles.loadForm}>
        <LimitedField
          name="load-global-id"
          label={t.globalId}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={20}
          inputRef={input}
          error={error}
          onValue={() => {
            setError(undefined)
            setFound(null)
          }}
        />
        <div className={loadPolicyStyles.buttons}>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void look('copy')}>
            {t.copy}
          </Button>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void look('prolong')}>
            {t.prolong}
          </Button>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void look('reissue')}>
            {t.reissue}
          </Button>
        </div>
        {found ? (
          <ul className={loadPolicyStyles.found} aria-label={t.foundOwn}>
            {found.policies.map(({ globalId, policyholder, cars, endDate }) => (
              <li key={globalId}>
                <Button
                  variant="quiet"
                  size="small"
                  busy={busy}
                  onClick={() => void load(found.kind, globalId)}
                >
                  {[policyholder, ...cars.map((car) => car.registrationNumber)].join(' · ')},{' '}
                  {numericDay(endDate)}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </details>
  )
}
