import { useState } from 'react'
import { Waits } from '../desks/signatures/waits.tsx'
import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { ActDialog, ActError, type useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './closing.module.css'
import { closingWords as words } from './months-texts.ts'
import type { NextMonth } from './replies.ts'

const sums = ['premium', 'ogpoPlus', 'commission', 'refundDue', 'toPassOn'] as const

type Props = {
  next: NextMonth
  name: string
  open: number
  act: ReturnType<typeof useAct>
  again: () => void
}

/**
 * Closing of the month and its two signatures: the person who prepares it cannot close it. The
 * button names what is missing.
 */
export function Signing({ next, name, open, act, again }: Props) {
  const t = useTexts(words)
  const say = useToast()
  const [asked, setAsked] = useState(false)
  const { month, prepared } = next
  const does = async (work: () => Promise<unknown>, text: string | null) => {
    if (!(await act.run(work))) return
    // A held signature shows its own notice.
    if (text !== null) say({ text, tone: 'good' })
    setAsked(false)
    again()
  }
  const prepare = () => does(() => ask('reportPreparePeriod', { month }), t.prepared)
  const held = prepared?.held ?? null
  const signs = prepared !== null && !prepared.mine && !prepared.stale && !held
  return (
    <aside className={styles.signing} aria-label={t.after(name)} data-signs>
      <h2>{t.after(name)}</h2>
      <p className={styles.soft}>{t.about}</p>
      <Figures next={next} />
      <div className={styles.sign}>
        {open > 0 ? (
          <Button wide disabled>
            {t.missing(name, open)}
          </Button>
        ) : prepared === null ? (
          <Button wide busy={act.busy} onClick={() => void prepare()}>
            {t.prepare(name)}
          </Button>
        ) : prepared.stale ? (
          <Button wide busy={act.busy} onClick={() => void prepare()}>
            {t.again}
          </Button>
        ) : signs ? (
          <Button wide onClick={() => setAsked(true)}>
            {t.sign(name)}
          </Button>
        ) : null}
      </div>
      {held ? <Waits held={held} onDone={again} /> : null}
      {prepared?.stale ? <p className={styles.soft}>{t.stale}</p> : null}
      {prepared?.mine && !prepared.stale ? <p className={styles.soft}>{t.waits}</p> : null}
      {open > 0 ? <p className={styles.soft}>{t.signing}</p> : null}
      {prepared ? (
        <Button
          variant="quiet"
          size="small"
          busy={act.busy}
          onClick={() => void does(() => ask('reportWithdrawPeriod', { month }), t.withdrawn)}
        >
          {t.withdraw}
        </Button>
      ) : null}
      {asked ? null : <ActError act={act} />}
      <ActDialog
        open={asked}
        title={t.sure(name)}
        submit={t.sign(name)}
        danger
        act={act}
        onClose={() => setAsked(false)}
        onSubmit={() => void does(() => ask('reportClosePeriod', { month, hold: true }), null)}
      >
        <p>{t.about}</p>
      </ActDialog>
    </aside>
  )
}

/** Figures of the month and its signatures. */
function Figures({ next: { figures, prepared } }: { next: NextMonth }) {
  const t = useTexts(words)
  const total = (key: (typeof sums)[number] | 'policies') =>
    figures.reduce((sum, line) => sum + line[key], 0)
  return (
    <>
      <dl>
        <div>
          <dt>{t.sums.policies}</dt>
          <dd>{total('policies')}</dd>
        </div>
        {sums.map((key) => (
          <div key={key}>
            <dt>{t.sums[key]}</dt>
            <dd>{money(key === 'refundDue' ? -total(key) : total(key))}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.signatures}>
        <p data-signed={prepared ? '' : undefined}>
          <span>{prepared?.by ?? '\u00a0'}</span>
          <small>
            {t.first} · {prepared ? almatyTime(prepared.at) : t.afterChecks}
          </small>
        </p>
        <p>
          <span>{'\u00a0'}</span>
          <small>{t.second}</small>
        </p>
      </div>
    </>
  )
}
