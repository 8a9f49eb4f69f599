import { useState } from 'react'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import menu from './columns-menu.module.css'
import { ShareIcon } from './later-icons.tsx'
import { setQuery, useQuery } from './query.ts'
import words from './saved-view-texts.ts'
import { share } from './share.ts'
import { useToast } from './toast.tsx'

type View = Exclude<Reply<'staffChoices'>['data']['value'][number], string>

/**
 * Named views of a list: the address's query, stored on the server for that person only; a link of
 * one opens the same rows for a colleague. `without`: parameters outside a view, such as the open
 * row. `told`: today's meaning of an address without it, included in the link.
 */
export function SavedViews({
  list,
  without,
  told = {},
}: {
  list: string
  without: readonly string[]
  told?: Readonly<Record<string, string>>
}) {
  const t = useTexts(words)
  const say = useToast()
  const query = useQuery()
  const name = `views.${list}`
  const kept = useReply(ask, 'staffChoices', { name })
  const [changed, setChanged] = useState<View[] | null>(null)
  const views =
    changed ?? (kept.value?.value ?? []).filter((one): one is View => typeof one !== 'string')
  const keep = async (next: View[]) => {
    setChanged(next)
    try {
      await ask('staffChoose', { name, value: next })
    } catch {
      setChanged(views)
      say({ text: t.failed, tone: 'bad', kind: 'snackbar' })
    }
  }
  const current = () => {
    const asked = new URLSearchParams(query)
    for (const key of without) asked.delete(key)
    return asked.toString()
  }
  const shares = async (title: string, asked: string) => {
    const { origin, pathname } = location
    const link = new URLSearchParams({ ...told, ...Object.fromEntries(new URLSearchParams(asked)) })
    const done = await share({ title, url: `${origin}${pathname}?${link}` })
    if (done === 'copied') say({ text: t.copied })
    if (done === 'failed') say({ text: t.unshared, tone: 'bad', kind: 'snackbar' })
  }
  const open = (view: View) =>
    setQuery({
      ...Object.fromEntries([...query.keys()].map((key) => [key, null])),
      ...Object.fromEntries(new URLSearchParams(view.query)),
    })
  return (
    <details className={menu.menu}>
      <summary>{t.views}</summary>
      <div className={menu.sheet}>
        {views.length === 0 ? <p>{t.none}</p> : null}
        {views.map((view) => (
          <p key={view.name}>
            <button type="button" onClick={() => open(view)}>
              {view.name}
            </button>
            <button
              type="button"
              aria-label={`${t.share}: ${view.name}`}
              title={t.share}
              onClick={() => void shares(view.name, view.query)}
            >
              <ShareIcon />
            </button>
            <button
              type="button"
              aria-label={`${t.remove}: ${view.name}`}
              onClick={() => void keep(views.filter((one) => one !== view))}
            >
              ×
            </button>
          </p>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const form = event.currentTarget
            const called = String(new FormData(form).get('name') ?? '').trim()
            if (!called) return
            const others = views.filter((one) => one.name !== called)
            void keep([...others, { name: called, query: current() }])
            form.reset()
          }}
        >
          <input name="name" aria-label={t.name} placeholder={t.name} maxLength={40} required />
          <button type="submit">{t.save}</button>
          <button type="button" onClick={() => void shares(t.views, current())}>
            {t.shareThis}
          </button>
        </form>
      </div>
    </details>
  )
}
