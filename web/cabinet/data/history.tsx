import { capital } from '#texts/phrases.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { longMoment } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import page from '../cabinet.module.css'
import words from './texts.ts'

/** What changed of how the account is entered, beside its sessions. */
export function AccountHistory() {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useReply(ask, 'cabinetHistory', {})
  return (
    <Card title={t.history}>
      <Loaded loading={loading} value={loading.value}>
        {(list) =>
          list.length === 0 ? (
            <p className={page.soft}>{t.noHistory}</p>
          ) : (
            <ul>
              {list.map(({ id, at, what, device, by }) => (
                <li key={id} className={page.row}>
                  <div className={page.words}>
                    <h3>{capital(what)}</h3>
                    <p className={page.soft}>
                      {[longMoment(locale, at), by === 'owner' ? device : t.changedBy[by]]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
