import { useRef } from 'react'
import { ask } from '../../http/ask.ts'
import { openBeside } from '../../http/open-beside.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { useKeys } from '../shell/keys.ts'
import styles from './detail.module.css'
import type { StaffOrder } from './order.ts'
import { paperWords as words } from './texts.ts'

type Paper = StaffOrder['papers'][number]

/**
 * Papers of the sale: the policy and what belongs to it, receipts, files of claims. Each is opened
 * by the server, which writes it down. `P` goes to the first.
 */
export function Papers({ order: { order_id, papers } }: { order: StaffOrder }) {
  const t = useTexts(words)
  const act = useAct(null)
  const first = useRef<HTMLUListElement>(null)
  useKeys({ KeyP: () => first.current?.querySelector('button')?.focus() })
  const open = ({ id, kind }: Paper) =>
    act.run(async () => {
      const url =
        kind === 'claim'
          ? (await ask('cabinetFileLink', { id })).url
          : (await ask('staffOpenPaper', { order_id, paper: id })).data.url
      openBeside(url)
    })
  return (
    <section className={styles.papers} aria-label={t.title} aria-busy={act.busy}>
      <h3>{t.title}</h3>
      {papers.length > 0 ? (
        <ul ref={first}>
          {papers.map((paper) => (
            <li key={paper.id}>
              <button type="button" onClick={() => void open(paper)}>
                {[t.kinds[paper.kind], paper.about].filter(Boolean).join(', ')}
              </button>
              {paper.at ? <small>{almatyTime(paper.at)}</small> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <small>{papers.length > 0 ? t.audited : t.none}</small>
      <ActError act={act} />
    </section>
  )
}
