import { useState } from 'react'
import { carZones } from '#domain/claim-way/answers.ts'
import { type Side, statements } from '#domain/claims/notice.ts'
import { isPlate } from '#domain/plate.ts'
import { statementWords } from '#texts/accident-notice.ts'
import type { ApiError } from '../../http/http.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Notice as Told } from '../../ui/notice.tsx'
import { PlateField } from '../../ui/plate-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Action } from '../way/action.tsx'
import { Sketch } from '../way/sketch.tsx'
import way from '../way/way.module.css'
import styles from './notice.module.css'
import words from './texts.ts'
import type { Change, NoticeInHand } from './use-notice.ts'

type Props = { hand: NoticeInHand; onSaved: () => void }

/**
 * One's own side of the notice and what is common. Only what was changed here is sent, as of the
 * version this form began with: what the other phone did meanwhile is told, and nothing typed goes.
 */
export function PartForm({ hand, onSaved }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { notice } = hand
  const own = notice[notice.me]
  const [base, setBase] = useState(notice.version)
  const [shared, setShared] = useState<Change['shared']>({})
  const [mine, setMine] = useState<Change['mine']>({})
  const [says, setSays] = useState(
    Object.fromEntries(statements.map((one) => [one, own?.says[one] ?? false])),
  )
  const [tried, setTried] = useState(false)
  const [conflict, setConflict] = useState(false)
  const [wrong, setWrong] = useState<ApiError | null>(null)
  const now = { ...notice.shared, ...shared }
  const part = { plate: '', zones: [], words: '', ...own, ...mine }
  const other: Side = notice.me === 'first' ? 'second' : 'first'
  const said = (path: string, empty: boolean) =>
    (wrong?.kind === 'invalid' ? wrong.errors.find((one) => one.path === path)?.message : null) ??
    (tried && empty ? t.empty : undefined)
  const save = async () => {
    setTried(true)
    setWrong(null)
    const lacks = [
      ...(isPlate(part.plate) ? [] : ['plate']),
      ...(now.place ? [] : ['place']),
      ...(now.at_fault ? [] : ['at_fault']),
      ...(part.zones.length > 0 || part.words ? [] : ['words']),
    ]
    const [first] = lacks
    if (first) return document.getElementById(first)?.focus()
    const refused = await hand.save(base, { shared, mine: { ...mine, says } })
    if (!refused) return onSaved()
    if (refused.kind !== 'refused' || refused.code !== 14060) return setWrong(refused)
    // The other phone was faster: what it wrote comes, what was typed here stays.
    const fresh = await hand.look().catch(() => null)
    if (fresh) setBase(fresh.version)
    setConflict(true)
    scrollTo({ top: 0 })
  }
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
        <Told tone="error" live title={wrong.message || t.failed} />
      ) : null}
      <PlateField
        name="plate"
        label={t.plate}
        defaultValue={part.plate}
        error={
          said('mine.plate', !part.plate) ??
          (tried && !isPlate(part.plate) ? t.plateWrong : undefined)
        }
        onValue={(_shown, plate) => setMine((old) => ({ ...old, plate }))}
      />
      <div className={styles.pair} key={`when ${base}`}>
        <DateField
          name="on"
          label={t.on}
          defaultValue={now.on}
          error={said('shared.on', !now.on)}
          onValue={(on) => on && setShared((old) => ({ ...old, on }))}
        />
        <TextField
          name="at"
          type="time"
          label={t.at}
          defaultValue={now.at}
          error={said('shared.at', !now.at)}
          onValue={(at) => at && setShared((old) => ({ ...old, at: at.slice(0, 5) }))}
        />
      </div>
      <TextField
        key={`place ${base}`}
        name="place"
        label={t.place}
        hint={t.placeHint}
        maxLength={200}
        defaultValue={now.place}
        error={said('shared.place', !now.place)}
        onValue={(place) => setShared((old) => ({ ...old, place: place.trim() }))}
      />
      <RadioCards
        key={`fault ${base}`}
        name="at_fault"
        label={t.atFault}
        defaultValue={now.at_fault ?? undefined}
        error={said('shared.at_fault', !now.at_fault)}
        onValue={(value) =>
          setShared((old) => ({ ...old, at_fault: value === 'first' ? 'first' : 'second' }))
        }
        options={[
          { value: notice.me, label: t.me },
          { value: other, label: t.other },
        ]}
      />
      <div>
        <p className={styles.label}>{t.zones}</p>
        <Sketch
          scene="road"
          zones={part.zones}
          onZones={(zones) => setMine((old) => ({ ...old, zones: zones.filter(isOfCar) }))}
        />
      </div>
      <TextField
        name="words"
        label={t.words}
        hint={t.wordsHint}
        rows={3}
        maxLength={1_000}
        defaultValue={part.words}
        error={said('mine.words', part.zones.length === 0 && !part.words)}
        onValue={(text) => setMine((old) => ({ ...old, words: text.trim() }))}
      />
      <fieldset className={styles.saying}>
        <legend>{t.says}</legend>
        <p className={way.soft}>{t.saysHint}</p>
        {statements.map((statement) => (
          <Checkbox
            key={statement}
            name={statement}
            label={statementWords[statement][locale]}
            defaultChecked={says[statement] ?? false}
            onChecked={(checked) => setSays((old) => ({ ...old, [statement]: checked }))}
          />
        ))}
      </fieldset>
      <Action label={t.save} busy={hand.doing === 'save'} onGo={() => void save()} />
    </div>
  )
}

type OfCar = NonNullable<Change['mine']['zones']>[number]
/** The drawing of a road has parts of a car alone. */
const isOfCar = (zone: string): zone is OfCar => carZones.some((one) => one === zone)
