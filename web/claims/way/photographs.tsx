import { useEffect, useState } from 'react'
import { productOf } from '#domain/claim-way/answers.ts'
import { isPaper, type Scene, scenesOf } from '#domain/claim-way/photographs.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Action } from './action.tsx'
import words from './photographs-texts.ts'
import { ShotTile, Todo } from './shot.tsx'
import shotStyles from './shots.module.css'
import { Ticks } from './ticks.tsx'
import styles from './way.module.css'
import type { StopProps } from './way.ts'

/**
 * The third step: photographs, several at once, uploaded while the client goes on. Files chosen at
 * once fill the missing views in order.
 */
export function Photographs({ hand, shots: of, onwards }: StopProps) {
  const t = useTexts(words)
  const { id, answers, notice_file: notice } = hand.draft
  const happened = answers.happened ?? 'hit-me'
  const product = productOf[happened]
  const [least, setLeast] = useState(false)
  const [busy, setBusy] = useState(false)
  const scenes = of.shots.filter(({ shows }) => !isPaper(shows))
  const there = new Set(of.shots.map(({ shows }) => shows))
  const open = scenesOf[happened].filter(
    (scene) => !there.has(scene) && !(scene === 'other_car' && answers.no_other),
  )
  const take = (from: Scene) => (files: readonly File[]) => {
    const rest = open.filter((scene) => scene !== from)
    setLeast(false)
    of.add(files, [...(from === 'more' ? [] : [from]), ...rest, 'more'])
  }
  const isScanned = of.shots.some(({ state, scan }) => state === 'kept' && scan === 'waiting')
  const { value: kept } = useReply(
    ask,
    'claimDraft',
    { id },
    { on: isScanned, againWhile: () => true },
  )
  const { seen } = of
  useEffect(() => {
    if (kept) seen(kept.photographs)
  }, [kept, seen])
  useEffect(() => {
    if (least) document.getElementById('least')?.focus()
  }, [least])
  const go = async () => {
    if (!scenes.some(({ state }) => state !== 'failed')) return setLeast(true)
    setBusy(true)
    await onwards('damage').finally(() => setBusy(false))
  }
  return (
    <div className={styles.stop}>
      <div className={styles.column}>
        <div>
          <h1>{t.title}</h1>
          <p className={styles.soft}>{t.lead}</p>
        </div>
        <div className={shotStyles.shots}>
          {of.shots
            .filter(({ shows }) => !isPaper(shows) || shows === 'event_document')
            .map((shot) => (
              <ShotTile
                key={shot.id}
                shot={shot}
                product={product}
                hand={of}
                signed={shot.id === notice}
              />
            ))}
          {open.map((scene) => (
            <Todo key={scene} shows={scene} product={product} several onFiles={take(scene)} />
          ))}
          {notice ? null : (
            <Todo
              shows="event_document"
              product={product}
              several
              onFiles={(files) => of.add(files, ['event_document'])}
            />
          )}
          {open.length === 0 ? (
            <Todo shows="more" product={product} several onFiles={take('more')} />
          ) : null}
        </div>
        {least ? (
          <p className={styles.error} id="least" tabIndex={-1} role="alert">
            {t.least}
          </p>
        ) : null}
        <Action
          label={t.go}
          busy={busy}
          note={notice ? undefined : t.later[product]}
          onGo={() => void go()}
        />
      </div>
      <Ticks title={t.good} lines={t.advice[product]} />
    </div>
  )
}
