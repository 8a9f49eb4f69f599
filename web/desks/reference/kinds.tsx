import { referenceNames } from '#domain/reference.ts'
import { useTexts } from '../../texts.ts'
import { useQuery } from '../../ui/query.ts'
import { Views } from '../../ui/views.tsx'
import { Kind } from './kind.tsx'
import type { AtKind } from './reference.ts'
import words from './texts.ts'

/**
 * Rows with dates, kind by kind (`?kind=`): what is in force, what is proposed, what was changed.
 */
export function Kinds({ today, administrator }: Pick<AtKind, 'today' | 'administrator'>) {
  const t = useTexts(words)
  const query = useQuery()
  const kind = referenceNames.find((one) => one === query.get('kind')) ?? 'insurers'
  return (
    <>
      <Views
        label={t.kinds}
        current={kind}
        views={referenceNames.map((id) => ({ id, label: t.kind[id], query: { kind: id } }))}
      />
      <Kind key={kind} kind={kind} today={today} administrator={administrator} />
    </>
  )
}
