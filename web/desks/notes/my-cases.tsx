import { type FormEvent, useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useDuration } from '../../ui/use-duration.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { Stroke } from '../shell/icons.tsx'
import { useRowKeys } from '../shell/keys.ts'
import { addressOfCase, drawingOf } from './case-link.ts'
import styles from './cases.module.css'
import { HandOver } from './hand-over.tsx'
import { NoteLine } from './note-line.tsx'
import words from './texts.ts'

type Cases = Reply<'staffCases'>['data']
type Case = Cases['cases'][number]
type Props = { whose: 'mine' | 'team' | 'handed' }
const keyOf = ({ about, subject }: { about: string; subject: string }) => `${about} ${subject}`

/**
 * Cases that the user owns or is mentioned in, or the team's, handed over at the end of a shift; or
 * those the user handed over in this one.
 */
export function MyCases({ whose }: Props) {
  const t = useTexts(words)
  const loading = useReply(ask, 'staffCases', { whose })
  useRowKeys()
  return (
    <section className={styles.scroll} aria-label={whose === 'handed' ? t.handedOver : t[whose]}>
      <Loaded loading={loading} value={loading.value}>
        {(cases) => <List whose={whose} cases={cases} onDone={loading.again} />}
      </Loaded>
      <Find />
    </section>
  )
}

function List({ whose, cases, onDone }: Props & { cases: Cases; onDone: () => void }) {
  const t = useTexts(words)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useFootSum(t.sum(cases.all))
  if (cases.cases.length === 0)
    return whose === 'handed' ? (
      <EmptyState title={t.emptyHanded}>{t.emptyHandedText}</EmptyState>
    ) : whose === 'mine' ? (
      <EmptyState title={t.emptyMine}>{t.emptyMineText}</EmptyState>
    ) : (
      <EmptyState title={t.emptyTeam}>{t.emptyTeamText}</EmptyState>
    )
  // A case listed only for a mention has another owner.
  const led = whose === 'handed' ? [] : cases.cases.filter(({ owner }) => owner !== null)
  const picked = led.filter((one) => chosen.has(keyOf(one)))
  const toggle = (one: Case) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(keyOf(one))) after.add(keyOf(one))
      return after
    })
  return (
    <>
      {led.length > 0 ? (
        <End
          whose={whose}
          picked={picked}
          cases={cases}
          isAll={picked.length === led.length}
          onAll={(all) => setChosen(new Set(all ? led.map(keyOf) : []))}
          onDone={() => {
            setChosen(new Set())
            onDone()
          }}
        />
      ) : null}
      <ul className={styles.rows} aria-label={t.cases}>
        {cases.cases.map((one) => (
          <li key={keyOf(one)}>
            {led.includes(one) ? (
              <label className={styles.check}>
                <input
                  type="checkbox"
                  aria-label={t.chosen(t.kinds[one.about], one.number)}
                  checked={chosen.has(keyOf(one))}
                  onChange={() => toggle(one)}
                />
              </label>
            ) : (
              <span />
            )}
            <Line one={one} whose={whose} onDone={onDone} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Line({ one, whose, onDone }: Props & { one: Case; onDone: () => void }) {
  const t = useTexts(words)
  const waited = useDuration()
  return (
    <div className={styles.line}>
      <p className={styles.title}>
        <CaseLink one={one} />
        <span>
          {one.owner && whose !== 'mine'
            ? one.owner.me
              ? t.leadsMe
              : t.leads(one.owner.name)
            : ''}
        </span>
        <span className={styles.since}>{t.since(waited(one.since))}</span>
      </p>
      {one.note ? <NoteLine note={one.note} onDone={onDone} /> : null}
    </div>
  )
}

function CaseLink({ one }: { one: Pick<Case, 'about' | 'subject' | 'number'> }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <a data-row className={styles.link} href={addressOfCase(one, locale)}>
      <Stroke of={drawingOf[one.about]} />
      {t.kinds[one.about]} <span>{one.number}</span>
    </a>
  )
}

type EndProps = Pick<Props, 'whose'> & {
  picked: readonly Case[]
  cases: Cases
  isAll: boolean
  onAll: (all: boolean) => void
  onDone: () => void
}

/** End of a shift: hands the chosen cases to one colleague, or releases them. */
function End({ whose, picked, cases: { colleagues }, isAll, onAll, onDone }: EndProps) {
  const t = useTexts(words)
  const act = useAct()
  const [handing, setHanding] = useState(false)
  const give = async (to: string | null, said: string, text = '') => {
    const cases = picked.map(({ about, subject, owner }) => ({
      about,
      subject,
      owner: owner?.id ?? null,
    }))
    const isDone = await act.run(() => ask('staffHandOver', { cases, to, text }), said)
    if (isDone) setHanding(false)
    if (isDone) onDone()
  }
  return (
    <section className={styles.end} aria-label={t.end}>
      <div>
        <h2>{t.end}</h2>
        <p>{t.endText}</p>
      </div>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={({ currentTarget }) => onAll(currentTarget.checked)}
        />
        {t.chooseAll}
      </label>
      <div className={styles.acts}>
        <Button size="small" disabled={picked.length === 0} onClick={() => setHanding(true)}>
          {t.handAll(picked.length)}
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={picked.length === 0}
          busy={act.busy}
          onClick={() => void give(null, t.left)}
        >
          {t.leaveAll(picked.length)}
        </Button>
      </div>
      {handing ? null : <ActError act={act} />}
      <HandOver
        open={handing}
        act={act}
        colleagues={colleagues}
        without={whose === 'mine' ? colleagues.find((one) => one.me)?.id : undefined}
        onClose={() => setHanding(false)}
        onHand={(to, text) => {
          if (to) void give(to, t.given, text)
        }}
      />
    </section>
  )
}

/** Search in the words of notes, and the cases they belong to. */
function Find() {
  const t = useTexts(words)
  const act = useAct(null)
  const [found, setFound] = useState<Reply<'staffFindNotes'>['data'] | null>(null)
  const search = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('words') ?? '')
    await act.run(async () => setFound((await ask('staffFindNotes', { text })).data))
  }
  return (
    <search className={styles.find}>
      <form noValidate onSubmit={(event) => void search(event)}>
        <LimitedField
          name="words"
          label={t.find}
          hint={t.findHint}
          type="search"
          maxLength={100}
          error={act.errors.text}
        />
        <Button type="submit" variant="secondary" busy={act.busy}>
          {t.search}
        </Button>
      </form>
      {act.errors.text ? null : <ActError act={act} />}
      {found ? (
        <section aria-label={t.found} className={styles.found} role="status">
          {found.notes.length === 0 ? <p>{t.noneFound}</p> : null}
          <ul className={styles.rows}>
            {found.notes.map((note) => (
              <li key={note.id}>
                <span />
                <div className={styles.line}>
                  <p className={styles.title}>
                    <CaseLink one={note} />
                  </p>
                  <NoteLine note={{ ...note, for_me: false }} onDone={() => {}} />
                </div>
              </li>
            ))}
          </ul>
          <Button variant="quiet" size="small" onClick={() => setFound(null)}>
            {t.close}
          </Button>
        </section>
      ) : null}
    </search>
  )
}
