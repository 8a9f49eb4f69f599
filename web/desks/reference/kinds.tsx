import { referenceNames } from '#domain/reference-kinds.ts'
import { useTexts } from '../../texts.ts'
import { useQuery } from '../../ui/query.ts'
import { useWaiting } from '../shell/waiting.ts'
import { ViewTabs } from '../split/tabs.tsx'
import { Kind } from './kind.tsx'
import styles from './reference.module.css'
import type { AtKind } from './reference.ts'
import words from './texts.ts'

/**
 * Rows with dates, kind by kind (`?kind=`): what is in force, what is proposed, what was changed.
 */
export function Kinds({ today, administrator }: Pick<AtKind, 'today' | 'administrator'>) {
  const t = useTexts(words)
  const query = useQuery()
  const waiting = useWaiting()
  const kind = referenceNames.find((one) => one === query.get('kind')) ?? 'insurers'
  const countOf = (name: string) =>
    waiting?.rows.filter(({ desk, id }) => desk === 'reference' && id === name).length || undefined
  return (
    <div className={styles.desk}>
      <ViewTabs
        aside
        label={t.kinds}
        current={kind}
        tabs={referenceNames.map((name) => ({
          key: name,
          title: t.kind[name],
          query: { kind: name },
          count: countOf(name),
          hot: true,
        }))}
      />
      <Kind key={kind} kind={kind} today={today} administrator={administrator} />
    </div>
  )
}
