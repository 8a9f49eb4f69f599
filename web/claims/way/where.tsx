import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { almatyDay } from '#domain/calendar.ts'
import type { ClaimAnswers } from '#domain/claim-way/answers.ts'
import { productOf, sceneOf } from '#domain/claim-way/answers.ts'
import { isPlate } from '#domain/plate.ts'
import { lazy } from '../../lazy.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Action } from './action.tsx'
import { Advice } from './advice.tsx'
import { OtherCar } from './other-car.tsx'
import { Place } from './place.tsx'
import styles from './way.module.css'
import { type StopProps, wrongOf } from './way.ts'
import { When } from './when.tsx'
import words from './where-texts.ts'

const Invite = lazy(() =>
  import('../notice/invite.tsx').then(({ Invite: part }) => ({ default: part })),
)

/** The second stop: when, where, and who else took part. */
export function Where(props: StopProps) {
  const { hand, policy, policies, now, onwards } = props
  const t = useTexts(words)
  const { answers, third_party: third } = hand.draft
  const home = sceneOf(answers.happened) === 'dwelling'
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const lacks = lackingOf(answers, home || third !== null)
  // What is answered since is missing no more.
  const missing = tried ? lacks : []
  const go = async () => {
    // Some of what is pointed at stands there only now.
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
        <When {...props} missing={missing} today={almatyDay(new Date(now))} />
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

/** A third party's own car, if it was a car; whom they claim against stands as they named it. */
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
