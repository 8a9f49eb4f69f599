import { Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { almatyClock, almatyDay } from '#domain/calendar.ts'
import { type ClaimAnswers, productOf, sceneOf } from '#domain/claim-way/answers.ts'
import { isPlate } from '#domain/plate.ts'
import { ask } from '../../http/ask.ts'
import { lazy } from '../../lazy.ts'
import { askPosition } from '../../position.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PinIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { Select } from '../../ui/select.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { Action } from './action.tsx'
import { Advice } from './advice.tsx'
import words from './incident-place-texts.ts'
import styles from './way.module.css'
import { type StopProps, wrongOf } from './way.ts'
import { WhichDay } from './which-day.tsx'

type Found = 'asking' | 'unknown' | { insured: boolean; insurer: string | null }

/** The other car: its number, and whether the unified database has a policy of it on that day. */
export function OtherCar({ hand, wrong, error }: StopProps & { error: string | undefined }) {
  const t = useTexts(words)
  const { other_plate: plate, no_other: noOther, on } = hand.draft.answers
  const [typed, setTyped] = useState(plate ?? '')
  const [found, setFound] = useState<Found | null>(null)
  // The unified database, once for a whole number and its day.
  useEffect(() => {
    if (!plate || !on) return setFound(null)
    const stop = new AbortController()
    setFound('asking')
    ask('claimOtherCar', { plate, on }, { signal: stop.signal }).then(
      ({ data }) => setFound(data),
      () => {
        if (!stop.signal.aborted) setFound('unknown')
      },
    )
    return () => stop.abort()
  }, [plate, on])
  const broken = typed.length >= 8 && !isPlate(typed)
  return (
    <div className={styles.group}>
      {noOther ? null : (
        <PlateField
          name="other_plate"
          label={t.plate}
          defaultValue={plate ?? ''}
          error={wrongOf(wrong, 'other_plate') ?? (broken ? t.plateWrong : error)}
          onValue={(_shown, clean) => {
            setTyped(clean)
            hand.answer({ other_plate: isPlate(clean) ? clean : '' })
          }}
        />
      )}
      {found === 'asking' ? <RowProgress>{t.checking}</RowProgress> : null}
      {found && found !== 'asking' && !noOther ? <Answer found={found} /> : null}
      <Checkbox
        name="no_other"
        label={t.noOther}
        defaultChecked={noOther ?? false}
        onChecked={(checked) =>
          hand.answer({ no_other: checked, ...(checked ? { other_plate: '' } : {}) })
        }
      />
    </div>
  )
}

function Answer({ found }: { found: Exclude<Found, 'asking'> }) {
  const t = useTexts(words)
  if (found === 'unknown')
    return (
      <Notice tone="info" live title={t.notChecked}>
        {t.notCheckedText}
      </Notice>
    )
  return found.insured ? (
    <Notice tone="success" live title={t.insured}>
      {found.insurer}
    </Notice>
  ) : (
    <Notice tone="warn" live title={t.notInsured}>
      {t.notInsuredText}
    </Notice>
  )
}

type Props = StopProps & { missing: readonly string[]; home: boolean; address: string }

/** The place: in words, by the device's position if allowed, or both. */
export function Place({ hand, missing, wrong, home, address }: Props) {
  const t = useTexts(words)
  const { answers } = hand.draft
  const [position, setPosition] = useState<'no' | 'asked' | 'failed'>('no')
  const ask = async () => {
    setPosition('asked')
    const found = await askPosition()
    if (typeof found === 'string') return setPosition('failed')
    const { latitude, longitude, accuracy } = found
    hand.answer({ position: { latitude, longitude, accuracy } })
    setPosition('no')
  }
  return (
    <div className={styles.group}>
      <LimitedField
        key={address}
        name="place"
        label={t.place}
        hint={home ? undefined : t.placeHint}
        rows={2}
        maxLength={200}
        defaultValue={answers.place ?? ''}
        error={wrongOf(wrong, 'place') ?? (missing.includes('place') ? t.required : undefined)}
        // A long address is seen whole; it is one line of the papers all the same.
        onValue={(text) => hand.answer({ place: text.replace(/\s*\n\s*/g, ' ') })}
      />
      {home ? null : answers.position ? (
        <Notice tone="success" live title={t.positionDone}>
          {t.positionText(Math.round(answers.position.accuracy))}
        </Notice>
      ) : (
        <Button
          variant="secondary"
          size="small"
          icon={<PinIcon />}
          busy={position === 'asked'}
          onClick={() => void ask()}
        >
          {t.position}
        </Button>
      )}
      {position === 'failed' ? <Notice tone="warn" live title={t.positionFailed} /> : null}
    </div>
  )
}

const Invite = lazy(() =>
  import('../notice/invite.tsx').then(({ Invite: part }) => ({ default: part })),
)

/** The second stop: when, where, and who else took part. */
export function IncidentPlace(props: StopProps) {
  const { hand, policy, policies, now, onwards } = props
  const t = useTexts(words)
  const { answers, third_party: third } = hand.draft
  const home = sceneOf(answers.happened) === 'dwelling'
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const lacks = lackingOf(answers, home || third !== null)
  // An answer given since is no longer missing.
  const missing = tried ? lacks : []
  const go = async () => {
    // Rendered first: some fields the errors lead to exist only then.
    flushSync(() => setTried(true))
    const [first] = lacks
    if (first) return document.getElementById(first)?.focus()
    setBusy(true)
    await onwards('photographs').finally(() => setBusy(false))
  }
  const own = policies.filter(
    ({ policy_type }) => answers.happened && policy_type === productOf[answers.happened],
  )
  return (
    <div className={styles.stop}>
      <div className={styles.column}>
        <div>
          <h1>{home ? t.titleHome : t.title}</h1>
          <p className={styles.soft}>{t.lead}</p>
        </div>
        <IncidentTime {...props} missing={missing} today={almatyDay(new Date(now))} />
        {own.length > 1 && !third ? <WhichPolicy {...props} own={own} home={home} /> : null}
        <Place {...props} missing={missing} home={home} address={policy?.home?.address ?? ''} />
        {home ? null : (
          <>
            <Switch
              name="injured"
              label={t.injured}
              defaultChecked={answers.injured ?? false}
              onChecked={(injured) => hand.answer({ injured })}
            />
            {answers.injured ? (
              <Notice tone="error" live title={t.injured}>
                {t.injuredText}
              </Notice>
            ) : null}
            {third ? (
              <OwnCar {...props} named={third.named} />
            ) : (
              <OtherCar
                {...props}
                error={missing.includes('other_plate') ? t.chooseOther : undefined}
              />
            )}
          </>
        )}
        {home ? null : (
          <Suspense fallback={null}>
            <Invite hand={hand} />
          </Suspense>
        )}
        <Action label={t.go} busy={busy} onGo={() => void go()} />
      </div>
      <Advice scene={sceneOf(answers.happened)} />
    </div>
  )
}

function lackingOf(answers: ClaimAnswers, alone: boolean): string[] {
  return [
    ...(answers.on ? [] : ['on']),
    ...(answers.at ? [] : ['at']),
    ...(answers.place || answers.position ? [] : ['place']),
    ...(alone || answers.other_plate || answers.no_other ? [] : ['other_plate']),
  ]
}

/**
 * A third party's own car, if it was a car; the person they claim against stays as they named them.
 */
function OwnCar({ hand, wrong, named }: StopProps & { named: string }) {
  const t = useTexts(words)
  const [typed, setTyped] = useState('')
  const broken = typed.length >= 8 && !isPlate(typed)
  return (
    <>
      <Notice tone="info" title={t.against(named)} />
      <PlateField
        name="own_plate"
        label={t.ownPlate}
        hint={t.ownPlateHint}
        defaultValue={hand.draft.answers.own_plate ?? ''}
        error={wrongOf(wrong, 'own_plate') ?? (broken ? t.plateWrong : undefined)}
        onValue={(_shown, clean) => {
          setTyped(clean)
          hand.answer({ own_plate: isPlate(clean) ? clean : '' })
        }}
      />
    </>
  )
}

function WhichPolicy({
  hand,
  own,
  home,
  wrong,
}: StopProps & { own: StopProps['policies']; home: boolean }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Select
      name="policy"
      label={home ? t.home : t.policy}
      error={wrongOf(wrong, 'policy')}
      defaultValue={hand.draft.answers.policy}
      onValue={(policy) => hand.answer({ policy })}
      options={own.map((one) => ({
        value: one.global_id,
        label: `${one.home?.address ?? one.cars.map((car) => plateWords(car.registrationNumber)).join(', ')} · ${longDate(locale, one.end_date)}`,
      }))}
    />
  )
}

type IncidentTimeProps = StopProps & { missing: readonly string[]; today: string }

/** When it was: of a third party's claim the day is the one they began with. */
function IncidentTime(props: IncidentTimeProps) {
  return (
    <>
      {props.hand.draft.third_party ? <NamedDay {...props} /> : <AnyDay {...props} />}
      <Minute {...props} />
    </>
  )
}

function NamedDay({ hand, wrong }: IncidentTimeProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { on } = hand.draft.answers
  return (
    <div>
      <p>
        {t.when} <b>{on ? longDate(locale, on) : ''}</b>
      </p>
      <p className={styles.soft}>{wrongOf(wrong, 'on') ?? t.dayNamed}</p>
    </div>
  )
}

/** With today the time of now is there already. */
function AnyDay({ hand, now, missing, wrong, today }: IncidentTimeProps) {
  const t = useTexts(words)
  const { on = '', at } = hand.draft.answers
  const minute = almatyClock(new Date(now)).slice(11, 16)
  return (
    <WhichDay
      on={on}
      today={today}
      onDay={(day) =>
        hand.answer(day === today ? { on: day, at: at ?? minute } : { on: day || undefined })
      }
      error={wrongOf(wrong, 'on') ?? (missing.includes('on') ? t.required : undefined)}
      words={t}
    />
  )
}

/** Its time, once the day is known. */
function Minute({ hand, missing, wrong }: IncidentTimeProps) {
  const t = useTexts(words)
  const { answers } = hand.draft
  if (!answers.on) return null
  return (
    <TimeField
      key={answers.on}
      name="at"
      label={t.time}
      defaultValue={answers.at}
      error={wrongOf(wrong, 'at') ?? (missing.includes('at') ? t.required : undefined)}
      onValue={(at) => hand.answer({ at: at || undefined })}
    />
  )
}
