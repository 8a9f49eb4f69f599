import { type FormEvent, useRef, useState } from 'react'
import { isIin } from '#domain/iin.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { IinField } from '../../ui/iin-field.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { Lists } from './lists.tsx'
import { Person } from './person.tsx'
import words from './texts.ts'
import { Worklist } from './worklist.tsx'

/**
 * The IIN looked for stays out of the address: addresses are kept by browsers and logs. A client's
 * own page leads here by `?client=` and their id.
 */
export function KycTabs() {
  const t = useTexts(words)
  const client = useQuery().get('client')
  const [wanted, setWanted] = useState<{ iin: string; round: number } | null>(null)
  const [wrong, setWrong] = useState(false)
  const [changes, setChanges] = useState(0)
  const top = useRef<HTMLDivElement>(null)

  const look = (iin: string) => {
    setWanted((before) => ({ iin, round: (before?.round ?? 0) + 1 }))
    top.current?.scrollIntoView({ block: 'start' })
  }
  const decided = () => setChanges((count) => count + 1)
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const iin = String(new FormData(event.currentTarget).get('iin') ?? '').replace(/\D/g, '')
    setWrong(!isIin(iin))
    // What was found for another IIN may not stand below this one.
    if (isIin(iin)) look(iin)
    else setWanted(null)
  }
  return (
    <>
      <div ref={top}>
        <Card title={t.search.title}>
          <form className={parts.search} onSubmit={search} noValidate>
            <IinField
              name="iin"
              label={t.search.iin}
              error={wrong ? t.search.wrong : undefined}
              autoComplete="off"
              onValue={() => setWrong(false)}
            />
            <Button type="submit">{t.search.find}</Button>
          </form>
        </Card>
      </div>
      {wanted ? (
        <Person key={`${wanted.iin} ${wanted.round}`} iin={wanted.iin} onDecided={decided} />
      ) : null}
      {client && !wanted ? <OfClient key={client} id={client} onDecided={decided} /> : null}
      <Worklist changes={changes} onOpen={look} />
      <Lists />
    </>
  )
}

function OfClient({ id, onDecided }: { id: string; onDecided: () => void }) {
  const loading = useLoading(
    async (signal) => (await ask('staffClient', { account_id: id }, { signal })).data.iin,
  )
  return (
    <Loaded loading={loading} value={loading.value}>
      {(iin) => <Person iin={iin} onDecided={onDecided} />}
    </Loaded>
  )
}
