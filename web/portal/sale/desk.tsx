import { useState } from 'react'
import { useTexts } from '../../texts.ts'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import type { Promoter } from '../promoter-user.ts'
import { prepare, type Ready } from './prepare.ts'
import { Sheet } from './sheet.tsx'
import words from './texts.ts'

/** The selling screen of a signed-in promoter: loads what is sold today, then shows the sheet. */
export function PortalPage({ user }: { user: Promoter }) {
  const t = useTexts(words)
  const loading = useLoading((signal) => prepare(user, signal))
  return (
    <>
      {loading.value ? null : <h1 className="visually-hidden">{t.headings.new}</h1>}
      <Loaded loading={loading} value={loading.value}>
        {(ready) => <Sales ready={ready} user={user} />}
      </Loaded>
    </>
  )
}

/** One sale after another: a new one begins with a new sheet. */
function Sales({ ready, user }: { ready: Ready; user: Promoter }) {
  const [count, setCount] = useState(0)
  const [options, setOptions] = useState(ready.options)
  return (
    <Sheet
      key={count}
      ready={count === 0 ? ready : null}
      options={options}
      user={user}
      onNew={() => setCount(count + 1)}
      onNewDay={setOptions}
    />
  )
}
