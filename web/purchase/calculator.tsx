import {
  type FormEvent,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { almatyDay, type Day } from '#domain/calendar.ts'
import { isPlate, normalisePlate } from '#domain/plate.ts'
import { api, type Reply } from '../http/api.ts'
import { lazy } from '../lazy.ts'
import { linkedCar } from '../linked-car.ts'
import { onPurchaseToken, purchaseToken } from '../session/purchase-token.ts'
import { useLocale, useTexts } from '../texts.ts'
import { keepTypedCar, keptTypedCar } from '../typed-car.ts'
import {
  isWholePlate,
  passportFault,
  plateBar,
  plateFault,
  type SignsFault,
  spacedSigns,
} from '../typed-plate.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { ArrowIcon, ChevronIcon, InfoIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Picture } from '../world/picture.tsx'
import { PlateInput } from '../world/plate-input.tsx'
import styles from './calculator.module.css'
import calculatorCarWords from './calculator-car-texts.ts'
import words from './calculator-texts.ts'
import { loginAddress } from './flow.ts'
import { BuyAnyway } from './price/buy-anyway.tsx'
import estimateStyles from './price/estimate.module.css'
import { StopAction, useUsualPrice } from './way/action.tsx'
import { StopPage } from './way/stop-page.tsx'
import { Way } from './way/way.tsx'

/**
 * The first step for a buyer who skipped the first page: plate and technical passport. As there,
 * nothing is queried: both numbers stay on the device.
 */
function CarStop() {
  const t = useTexts(calculatorCarWords)
  const locale = useLocale()
  const passport = useNumber('passport', passportFault)
  const plate = useNumber('plate', plateFault, (clean, before) => {
    if (isWholePlate(clean) && !isWholePlate(before) && !passport.value)
      passport.input.current?.focus()
  })
  useTypedBefore(plate, passport)
  // An ambiguous plate is questioned once; then the register decides.
  const asked = useRef<string | null>(null)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // Renders the errors before the focus moves to one of them.
    const isAnswered = isPlate(plate.value) && asked.current === plate.value
    asked.current = plate.value
    const [wrong] = flushSync(() => [
      ...(plate.check() && !isAnswered ? [plate] : []),
      ...(passport.check() ? [passport] : []),
    ])
    if (wrong) {
      wrong.input.current?.focus()
      return
    }
    keepTypedCar({ plate: plate.value, techPassport: passport.value })
    location.assign(loginAddress(locale, location.search))
  }
  return (
    <StopPage plate={isPlate(plate.value) ? plate.value : ''}>
      <form className={styles.car} onSubmit={submit} noValidate>
        <div>
          <h1>{t.heading}</h1>
          <p className={styles.lead}>{t.lead}</p>
          <p className={styles.lead}>
            <a href={loginAddress(locale, '')}>{t.known}</a>
          </p>
        </div>
        <div className={styles.plate}>
          <PlateInput
            id="plate"
            label={t.plate}
            labelled
            inputRef={plate.input}
            data-bar={plateBar(plate.value)}
            aria-invalid={plate.fault ? true : undefined}
            aria-describedby={plate.fault ? 'plate-error' : undefined}
            onInput={plate.typed}
            onBlur={plate.left}
          />
          <FieldError id="plate" error={faultText(t, plate.fault, t.wrongPlate)} />
          <Correction of={plate} />
        </div>
        <TextField
          name="passport"
          label={t.passport}
          hint={t.passportHint}
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="AF 12345678"
          inputRef={passport.input}
          error={faultText(t, passport.fault, t.wrongPassport)}
          onValue={passport.typed}
          onBlur={passport.left}
          below={<Correction of={passport} />}
        />
        <Picture of="certificate" alt="AF 12345678" className={styles.certificate} />
        <UsualLine plate={plate.value} />
        <StopAction usual={null}>
          <Button type="submit" wide icon={<ArrowIcon />}>
            {t.priced}
          </Button>
        </StopAction>
      </form>
    </StopPage>
  )
}

/** State of a typed number. Its error shows only after blur or submit. */
type TypedNumber = {
  input: RefObject<HTMLInputElement | null>
  /** Latin capitals and digits. */
  value: string
  fault: SignsFault | null
  /** Reads the field's value. */
  typed: () => void
  left: () => void
  put: (value: string) => void
  /** Returns the error, and shows it from now on. */
  check: () => SignsFault | null
}

function useNumber(
  of: 'plate' | 'passport',
  findFault: (clean: string) => SignsFault | null,
  onTyped?: (clean: string, before: string) => void,
): TypedNumber {
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [told, setTold] = useState(false)
  const typed = (clean: string, refused: boolean): void => {
    setValue(clean)
    if (refused) setTold(true)
    else if (document.activeElement === input.current) onTyped?.(clean, value)
  }
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  // The mask loads just after the page; until then the field's value is read unmasked.
  useEffect(() => {
    const field = input.current
    let stop = (): void => undefined
    let gone = false
    void import('../ui/later-car-masks.ts')
      .then((part) => {
        if (gone || !field || !part) return
        stop = part.keepMask(
          field,
          () => (of === 'plate' ? part.plateMask : part.techPassportMask),
          ({ clean, problem }) => latest.current(clean, problem?.what === 'refused'),
        )
      })
      .catch(() => undefined)
    return () => {
      gone = true
      stop()
    }
  }, [of])
  return {
    input,
    value,
    fault: told ? findFault(value) : null,
    typed: () => setValue(normalisePlate(input.current?.value ?? '')),
    left: () => value && setTold(true),
    put: (next) => {
      const clean = normalisePlate(next)
      if (input.current) input.current.value = spacedSigns(clean)
      setValue(clean)
    },
    check: () => {
      setTold(true)
      return findFault(value)
    },
  }
}

/** Restores numbers typed before the script loaded, and the car of a returning buyer. */
function useTypedBefore(plate: TypedNumber, passport: TypedNumber): void {
  // Once.
  useEffect(() => {
    const kept = linkedCar(keptTypedCar(), location.hash)
    // Reads only: writing would break an IME composition under way.
    for (const [one, was] of [
      [plate, kept?.plate],
      [passport, kept?.techPassport],
    ] as const)
      if (one.input.current?.value) one.typed()
      else if (was) one.put(was)
  }, []) // oxlint-disable-line react/exhaustive-deps
}

type Words = ReturnType<typeof useTexts<(typeof calculatorCarWords)['kz']>>

function faultText(t: Words, fault: SignsFault | null, wrong: string): string | undefined {
  if (!fault || fault === 'wrong') return fault ? wrong : undefined
  return 'meant' in fault ? t.meant(unbroken(fault.meant)) : t.missing(fault.missing)
}

/** In a sentence it stays on one line. */
const unbroken = (clean: string): string => spacedSigns(clean).replaceAll(' ', '\u00a0')

/** The number that was meant, one press away. */
function Correction({ of: { fault, put, input } }: { of: TypedNumber }) {
  const t = useTexts(calculatorCarWords)
  if (!fault || fault === 'wrong' || !('meant' in fault)) return null
  return (
    <Button
      variant="secondary"
      size="small"
      className={styles.correct}
      onClick={() => {
        put(fault.meant)
        input.current?.focus()
      }}
    >
      {t.correct(unbroken(fault.meant))}
    </Button>
  )
}

/** What a policy usually costs in the region of the plate; before that, what this is. */
function UsualLine({ plate }: { plate: string }) {
  const t = useTexts(calculatorCarWords)
  const usual = useUsualPrice(plate)
  return (
    <p className={styles.usual} aria-live="polite">
      <InfoIcon />
      {usual ? (
        <span>
          {usual.region}: {t.usual} <b>{usual.sums}</b>. {t.exact}
        </span>
      ) : (
        <span>{t.calm}</span>
      )}
    </p>
  )
}

const Estimate = lazy(() =>
  import('./price/estimate.tsx').then((module) => ({ default: module.Estimate })),
)

/**
 * The law's price for everyone, folded below the first step, for the page asks one thing. Its
 * fields load when it is opened.
 */
function EstimatePlace({ today }: { today: Day | null }) {
  const t = useTexts(words)
  const place = useRef<HTMLDetailsElement>(null)
  const [wanted, setWanted] = useState(false)
  const come = () => place.current?.open && setWanted(true)
  // Opened before the script came.
  useEffect(() => void come(), []) // oxlint-disable-line react/exhaustive-deps
  return (
    <details ref={place} className={estimateStyles.estimate} onToggle={come}>
      <summary>
        <h2>{t.heading}</h2>
        <ChevronIcon />
      </summary>
      <p className={estimateStyles.lead}>{t.lead}</p>
      <Suspense fallback={<Waiting />}>
        {wanted ? <Estimate today={today} /> : <Waiting />}
      </Suspense>
    </details>
  )
}

/** The same ground before the fields are there; the way on works at once. */
function Waiting() {
  const t = useTexts(words)
  return (
    <div className={estimateStyles.both}>
      <div className={estimateStyles.waiting}>
        <Skeleton shape="card" />
      </div>
      <div className={estimateStyles.result}>
        <div className={estimateStyles.price}>
          <p className={estimateStyles.label}>{t.estimate}</p>
          <Skeleton shape="title" />
          <p className={estimateStyles.note}>{t.estimateNote}</p>
        </div>
        <BuyAnyway />
      </div>
    </div>
  )
}

/** Loaded after the code only: the estimate stays small for a phone with one bar of signal. */
const Purchase = lazy(() =>
  import('./purchase.tsx').then((module) => ({ default: module.Purchase })),
)

const ShiftedClock = lazy(() =>
  import('./shifted-clock.tsx').then((module) => ({ default: module.ShiftedClock })),
)

/**
 * The first step of a purchase with the estimate below; after the SMS code, the purchase instead.
 */
export function Calculator() {
  const locale = useLocale()
  const token = useSyncExternalStore(onPurchaseToken, purchaseToken, () => null)
  const clock = useClock()
  // From now on React knows who is here.
  useEffect(() => {
    delete document.documentElement.dataset.buyer
  }, [])
  // Only its holder renews or replaces a policy, so who that is comes before any estimate. Only
  // when the page is opened.
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    if (purchaseToken() === null && (query.has('prolong') || query.has('reissue')))
      location.replace(loginAddress(locale, location.search))
  }, []) // oxlint-disable-line react/exhaustive-deps
  return (
    <>
      {clock?.shifted ? (
        <div className={styles.clock}>
          <Suspense fallback={null}>
            <ShiftedClock today={clock.today} />
          </Suspense>
        </div>
      ) : null}
      {token ? (
        <Suspense fallback={<Finding />}>
          <Purchase key={token} />
        </Suspense>
      ) : (
        <>
          {/* One of the two, as the script before the first paint has marked the root. */}
          <div className={styles.known} aria-hidden="true">
            <Finding />
          </div>
          <div className={styles.first}>
            <Way at="car" />
            <CarStop />
            <div className={styles.more}>
              <EstimatePlace today={clock?.today ?? null} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

/** Place of the review while it loads. */
const Finding = () => (
  <>
    <Way at="review" />
    <div className={styles.waiting}>
      <Skeleton shape="title" />
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  </>
)

/**
 * Fetches the product's day; on failure the estimate uses the device's day and the server judges.
 */
function useClock(): Reply<'clock'>['data'] | null {
  const [clock, setClock] = useState<Reply<'clock'>['data'] | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api('clock', {}, { signal: stop.signal }).then(
      ({ data }) => setClock(data),
      () => {
        if (stop.signal.aborted) return
        const now = new Date()
        setClock({
          now: now.toISOString(),
          today: almatyDay(now),
          demonstration: false,
          shifted: false,
        })
      },
    )
    return () => stop.abort()
  }, [])
  return clock
}
