import { useState } from 'react'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { texts, useTexts } from '../texts.ts'
import menu from './columns-menu.module.css'
import { setQuery, useQuery } from './query.ts'
import { useToast } from './toast.tsx'

const words = texts({
  kz: {
    views: 'Көріністер',
    name: 'Көрініс атауы',
    save: 'Осы көріністі сақтау',
    remove: 'Өшіру',
    none: 'Сақталған көрініс жоқ',
    failed: 'Сақталмады. Қайталап көріңіз.',
  },
  ru: {
    views: 'Виды',
    name: 'Название вида',
    save: 'Сохранить этот вид',
    remove: 'Удалить',
    none: 'Сохранённых видов нет',
    failed: 'Не сохранилось. Попробуйте ещё раз.',
  },
})

type View = Exclude<Reply<'staffChoices'>['data']['value'][number], string>

/**
 * Views of a list that a person named: what the address asks for, kept on the server for them
 * alone. `without`: parameters that are no part of a view, such as the open row.
 */
export function SavedViews({ list, without }: { list: string; without: readonly string[] }) {
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
            const asked = new URLSearchParams(query)
            for (const key of without) asked.delete(key)
            if (!called) return
            const others = views.filter((one) => one.name !== called)
            void keep([...others, { name: called, query: asked.toString() }])
            form.reset()
          }}
        >
          <input name="name" aria-label={t.name} placeholder={t.name} maxLength={40} required />
          <button type="submit">{t.save}</button>
        </form>
      </div>
    </details>
  )
}
