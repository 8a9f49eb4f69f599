import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { askAnew } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import parts from '../../ui/desk-parts.module.css'
import { Signing } from '../signatures/signing.tsx'
import styles from './lists.module.css'
import words from './texts.ts'

type List = Reply<'kycLists'>['data']['lists'][number]
type Props = { title: string; leaving: NonNullable<List['leaving']> }

/** Names that a file of staff leaves out, and the two signatures they go by. */
export function Leaving({ title, leaving: { signature, count, entries } }: Props) {
  const t = useTexts(words).lists.leaving
  const id = { signature_id: signature.id }
  return (
    <section className={styles.leaving} aria-label={t.title(title)}>
      <h2>{t.title(title)}</h2>
      <p>{t.text(count)}</p>
      <ul className={styles.names}>
        {entries.map(({ name, iin, birth }) => (
          <li key={[name, iin, birth].join(' ')}>
            {name} <span className={parts.soft}>{[birth, iin].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {count > entries.length ? <p>{t.more(count - entries.length)}</p> : null}
      <Signing
        signature={signature}
        label={t.sign}
        sign={() => ask('kycSignList', id)}
        refuse={(note) => ask('kycDeclineList', { ...id, note })}
        withdraw={() => ask('kycWithdrawList', id)}
        onDone={() => void askAnew(['kycLists', 'staffToday'])}
      />
    </section>
  )
}
