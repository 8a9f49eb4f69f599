import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { useHits } from '../search/hits.tsx'
import { Stroke } from '../shell/icons.tsx'
import styles from './inbox.module.css'
import inboxWords from './inbox-texts.ts'

/** Whatever a number of the text belongs to. A search: written down as every other. */
export function FoundBy({ number }: { number: string }) {
  const i = useTexts(inboxWords)
  const loading = useReply(ask, 'staffSearch', { text: number })
  const who = useReply(ask, 'cabinetUser', {}).value
  return (
    <section className={styles.found} role="status">
      <Loaded loading={loading} value={who ? loading.value : null}>
        {(found) => (who ? <Hits found={found} user={who} number={number} /> : <p>{i.one}</p>)}
      </Loaded>
    </section>
  )
}

type Props = {
  found: Parameters<ReturnType<typeof useHits>>[0]
  user: Parameters<typeof useHits>[0]
  number: string
}

function Hits({ found, user, number }: Props) {
  const i = useTexts(inboxWords)
  const hits = useHits(user)(found).filter(({ group }) => group !== 'act')
  if (hits.length === 0) return <p>{i.nothing(number)}</p>
  return (
    <>
      <h3>{i.found(number)}</h3>
      <ul>
        {hits.map(({ key, icon, href, title, more, aside }) => (
          <li key={key}>
            <Stroke of={icon} />
            <a href={href}>{title}</a>
            <span className={styles.soft}>{[more, aside].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
