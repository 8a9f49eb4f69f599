import { useState } from 'react'
import { carZones } from '#domain/claim-way/answers.ts'
import { otherSide, type Side, type Statement, statements } from '#domain/claims/notice.ts'
import { isPlate } from '#domain/plate.ts'
import * as refusals from '#domain/refusals.ts'
import { statementWords } from '#texts/accident-notice.ts'
import type { ApiError } from '../../http/http.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice as Told } from '../../ui/notice.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { Action } from '../way/action.tsx'
import { Sketch } from '../way/sketch.tsx'
import way from '../way/way.module.css'
import styles from './notice.module.css'
import words from './texts.ts'
import type { Change, NoticeInHand } from './use-notice.ts'

type Props = { hand: NoticeInHand; onSaved: () => void }

/**
 * One's own side of the notice and the common part. Sends only changes made here, with the version
 * this form began with: the other phone's changes are reported, and nothing typed is lost.
 */
export function PartForm({ hand, onSaved }: Props) {
  const t = useTexts(words)
  const part = usePart(hand, onSaved)
  const { conflict, wrong, tried, own, said } = part
  return (
    <div className={way.column}>
      <div>
        <h1>{t.fillTitle}</h1>
        <p className={way.soft}>{t.fillLead}</p>
      </div>
      {conflict ? (
        <Told tone="warn" live title={t.changed}>
          {t.changedText}
        </Told>
      ) : null}
      {wrong && wrong.kind !== 'invalid' ? (
        <Refused apiError={wrong} title={wrong.message || t.failed} />
      ) : null}
      <PlateField
        name="plate"
        label={t.plate}
        defaultValue={own.plate}
        error={
          said('mine.plate', !own.plate) ??
          (tried && !isPlate(own.plate) ? t.plateWrong : undefined)
        }
        onValue={(_shown, plate) => part.changeOwn({ plate })}
      />
      <WhatHappened part={part} me={hand.notice.me} />
      <div>
        <p className={styles.label}>{t.zones}</p>
        <Sketch
          scene="road"
          zones={own.zones}
          onZones={(zones) => part.changeOwn({ zones: zones.filter(isOfCar) })}
        />
      </div>
      <LimitedField
        name="words"
        label={t.words}
        hint={t.wordsHint}
        rows={3}
        maxLength={1_000}
        defaultValue={own.words}
        error={said('mine.words', own.zones.length === 0 && !own.words)}
        onValue={(text) => part.changeOwn({ words: text.trim() })}
      />
      <Statements part={part} />
      <Action label={t.save} busy={hand.doing === 'save'} onGo={() => void part.save()} />
    </div>
  )
}

type Part = ReturnType<typeof usePart>

/** The typed values and how they are saved. */
function usePart({ notice, look, save: keep }: NoticeInHand, onSaved: () => void) {
  const t = useTexts(words)
  const kept = notice[notice.me]
  const [base, setBase] = useState(notice.version)
  const [shared, setShared] = useState<Change['shared']>({})
  const [mine, setMine] = useState<Change['mine']>({})
  const [says, setSays] = useState(
    Object.fromEntries(statements.map((one) => [one, kept?.says[one] ?? false])),
  )
  const [tried, setTried] = useState(false)
  const [conflict, setConflict] = useState(false)
  const [wrong, setWrong] = useState<ApiError | null>(null)
  const now = { ...notice.shared, ...shared }
  const own = { plate: '', zones: [], words: '', ...kept, ...mine }
  /** Returns a field's error: the server's, or that it is empty. */
  const said = (path: string, empty: boolean) =>
    (wrong?.kind === 'invalid' ? wrong.errors.find((one) => one.path === path)?.message : null) ??
    (tried && empty ? t.empty : undefined)
  const save = async () => {
    setTried(true)
    setWrong(null)
    const lacks = [
      ...(isPlate(own.plate) ? [] : ['plate']),
      ...(now.place ? [] : ['place']),
      ...(now.at_fault ? [] : ['at_fault']),
      ...(own.zones.length > 0 || own.words ? [] : ['words']),
    ]
    const [first] = lacks
    if (first) return document.getElementById(first)?.focus()
    const refused = await keep(base, { shared, mine: { ...mine, says } })
    if (!refused) return onSaved()
    if (refused.kind !== 'refused' || refused.code !== refusals.claimChanged)
      return setWrong(refused)
    // The other phone was faster: loads its changes, keeps the values typed here.
    const fresh = await look().catch(() => null)
    if (fresh) setBase(fresh.version)
    setConflict(true)
    scrollTo({ top: 0 })
  }
  return {
    base,
    now,
    own,
    says,
    tried,
    conflict,
    wrong,
    said,
    save,
    change: (of: Change['shared']) => setShared((old) => ({ ...old, ...of })),
    changeOwn: (of: Change['mine']) => setMine((old) => ({ ...old, ...of })),
    say: (statement: Statement, checked: boolean) =>
      setSays((old) => ({ ...old, [statement]: checked })),
  }
}

/**
 * When, where and whose fault: common to both, so it begins anew when the other phone was faster.
 */
function WhatHappened({ part: { base, now, said, change }, me }: { part: Part; me: Side }) {
  const t = useTexts(words)
  return (
    <>
      <div className={styles.pair} key={`when ${base}`}>
        <DateField
          name="on"
          label={t.on}
          defaultValue={now.on}
          error={said('shared.on', !now.on)}
          onValue={(on) => on && change({ on })}
        />
        <TimeField
          name="at"
          label={t.at}
          defaultValue={now.at}
          error={said('shared.at', !now.at)}
          onValue={(at) => at && change({ at })}
        />
      </div>
      <LimitedField
        key={`place ${base}`}
        name="place"
        label={t.place}
        hint={t.placeHint}
        maxLength={200}
        defaultValue={now.place}
        error={said('shared.place', !now.place)}
        onValue={(place) => change({ place: place.trim() })}
      />
      <RadioCards
        key={`fault ${base}`}
        name="at_fault"
        label={t.atFault}
        defaultValue={now.at_fault ?? undefined}
        error={said('shared.at_fault', !now.at_fault)}
        onValue={(value) => change({ at_fault: value === 'first' ? 'first' : 'second' })}
        options={[
          { value: me, label: t.me },
          { value: otherSide(me), label: t.other },
        ]}
      />
    </>
  )
}

function Statements({ part: { says, say } }: { part: Part }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <fieldset className={styles.saying}>
      <legend>{t.says}</legend>
      <p className={way.soft}>{t.saysHint}</p>
      {statements.map((statement) => (
        <Checkbox
          key={statement}
          name={statement}
          label={statementWords[statement][locale]}
          defaultChecked={says[statement] ?? false}
          onChecked={(checked) => say(statement, checked)}
        />
      ))}
    </fieldset>
  )
}

type OfCar = NonNullable<Change['mine']['zones']>[number]
/** The drawing of a road has parts of a car alone. */
const isOfCar = (zone: string): zone is OfCar => carZones.some((one) => one === zone)
