import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { History, Open } from './proposals.tsx'
import type { AtKind } from './reference.ts'
import { Rows } from './rows.tsx'
import words from './texts.ts'

export function Kind({
  kind,
  today,
  administrator,
}: Pick<AtKind, 'kind' | 'today' | 'administrator'>) {
  const t = useTexts(words)
  const loading = useLoading(
    async (signal) => (await ask('referenceRows', { kind }, { signal })).data,
  )
  return (
    <>
      <p>{t.about[kind]}</p>
      <Loaded loading={loading} value={loading.value}>
        {(reference) => {
          const at: AtKind = { kind, today, administrator, reference, onDone: loading.again }
          return (
            <>
              <Open {...at} />
              <Rows {...at} />
              <History {...at} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
