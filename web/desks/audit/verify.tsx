import { useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { SuccessIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import styles from './audit.module.css'
import words from './texts.ts'

type Part = Reply<'staffAuditVerify'>['data']
type Walked = { seals: number; entries: number; last: Part }

/**
 * Walks the chain of seals from the newest to the first, part by part, and says whether every one
 * fits.
 */
export function Verify() {
  const t = useTexts(words).verify
  const act = useAct(t.checked)
  const [walked, setWalked] = useState<Walked | null>(null)
  const walk = async () => {
    let { data } = await ask('staffAuditVerify', {})
    const { newest, unsealed } = data
    let seals = data.seals
    let entries = data.entries
    setWalked({ seals, entries, last: data })
    while (data.next && !data.broken) {
      data = (await ask('staffAuditVerify', { before: data.next })).data
      seals += data.seals
      entries += data.entries
      setWalked({ seals, entries, last: { ...data, newest, unsealed } })
    }
  }
  return (
    <section className={styles.verdict} aria-label={t.title}>
      <div>
        {walked && !act.busy && !act.error ? (
          <Verdict {...walked} />
        ) : (
          <p>
            <b>{t.title}.</b> <span className={styles.soft}>{t.text}</span>
          </p>
        )}
        <ActError act={act} />
        {act.busy ? <RowProgress>{t.running(walked?.entries ?? 0)}</RowProgress> : null}
      </div>
      <Button variant="secondary" size="small" busy={act.busy} onClick={() => void act.run(walk)}>
        {t.action}
      </Button>
    </section>
  )
}

function Verdict({ seals, entries, last: { broken, unsealed, newest } }: Walked) {
  const t = useTexts(words).verify
  return (
    <>
      {broken ? (
        <Notice tone="error" live title={t.broken(broken.seal, broken.from, broken.to)}>
          {t.brokenText}
        </Notice>
      ) : (
        <p role="status" className={styles.sound}>
          <SuccessIcon /> <b>{newest ? t.sound(seals, entries) : t.none}</b>
        </p>
      )}
      <p className={styles.soft}>
        {newest ? `${t.newest(newest.seal, almatyTime(newest.at))}. ` : ''}
        {t.unsealed(unsealed)}
      </p>
    </>
  )
}
