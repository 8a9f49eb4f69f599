import { lookWords } from '#texts/looks.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { longMoment } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import page from '../cabinet.module.css'
import { looksWords as words } from './texts.ts'

/** Who looked at the client’s data, a line a person and day: the list staff have beside them. */
export function Looks() {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useReply(ask, 'cabinetLooks', {})
  return (
    <Card title={t.title}>
      <p className={page.soft}>{t.text}</p>
      <Loaded loading={loading} value={loading.value}>
        {(looks) =>
          looks.length === 0 ? (
            <p className={page.gap}>{t.none}</p>
          ) : (
            <ul>
              {looks.map(({ role, name, saw, at }) => (
                <li key={`${name} ${at}`} className={page.gap}>
                  <b>{[name, t.roles[role]].filter(Boolean).join(', ')}</b>
                  <br />
                  <small className={page.soft}>
                    {longMoment(locale, at)}: {saw.map((one) => lookWords[locale][one]).join(', ')}
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
