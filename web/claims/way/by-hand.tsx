import { productOf } from '#domain/claim-way/answers.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Action } from './action.tsx'
import words from './papers-texts.ts'
import { ShotTile, Todo } from './shot.tsx'
import shotStyles from './shots.module.css'
import type { PapersInHand } from './use-papers.ts'
import styles from './way.module.css'
import type { StopProps } from './way.ts'

const signed = ['claim_application', 'payment_application'] as const

type Props = StopProps & {
  /** The insurer takes no code. */
  must: boolean
  ready: boolean
  papers: PapersInHand
}

/** Printed, signed by hand, photographed: beside the code, or where an insurer wants it so. */
export function ByHand({ hand, shots, must, ready, papers }: Props) {
  const t = useTexts(words)
  const product = productOf[hand.draft.answers.happened ?? 'hit-me']
  const there = signed.filter((paper) =>
    shots.shots.some(({ shows, state }) => shows === paper && state === 'kept'),
  )
  const whole = ready && there.length === signed.length
  const busy = papers.doing === 'send'
  const send = () => void papers.send()
  const body = (
    <div className={styles.group}>
      <p className={styles.soft}>{t.byHandText}</p>
      <div className={shotStyles.shots}>
        {signed.map((paper) => {
          const shot = shots.shots.find(({ shows }) => shows === paper)
          return shot ? (
            <ShotTile key={paper} shot={shot} product={product} hand={shots} />
          ) : (
            <Todo
              key={paper}
              shows={paper}
              product={product}
              onFiles={(files) => shots.add(files.slice(0, 1), [paper])}
            />
          )
        })}
      </div>
      {whole && !must ? (
        <Button variant="secondary" busy={busy} onClick={send}>
          {t.sendByHand}
        </Button>
      ) : null}
    </div>
  )
  if (!must)
    return (
      <Disclosure title={t.byHand} className={styles.fold}>
        {body}
      </Disclosure>
    )
  return (
    <>
      <Notice tone="info" title={t.byHandMust} />
      {body}
      {whole ? <Action label={t.sendByHand} busy={busy} onGo={send} /> : null}
    </>
  )
}
