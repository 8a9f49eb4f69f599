import { useState } from 'react'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation, useReply } from '../../http/replies.ts'
import { wipeDraft } from '../../purchase/state/wipe-draft.ts'
import { signOut } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { longMoment } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useToast } from '../../ui/toast.tsx'
import page from '../cabinet.module.css'
import { useCabinet } from '../cabinet.ts'
import shell from '../texts.ts'
import words from './texts.ts'

/** Where the cabinet is open: device and time, one session ended, or all of them with this one. */
export function Sessions() {
  const t = useTexts(words)
  const { unavailable } = useTexts(shell)
  const locale = useLocale()
  const say = useToast()
  const { dispatch } = useCabinet()
  const { doing: busy, once } = useMutation('cabinetSessions')
  const [asked, setAsked] = useState(false)
  const loading = useReply(ask, 'cabinetSessions', {})
  const run = async (what: string, act: () => Promise<unknown>, then: () => void) => {
    await once(
      async () => {
        await act()
        then()
      },
      (error) =>
        say({ text: apiErrorOf(error).message || unavailable, tone: 'bad', kind: 'snackbar' }),
      what,
    )
  }
  const end = (id: string) =>
    run(
      id,
      () => ask('cabinetEndSession', { id }),
      () => say({ text: t.ended, tone: 'good' }),
    )
  const everywhere = () =>
    run(
      'all',
      () => ask('cabinetLogoutEverywhere', {}),
      () => {
        dispatch({ type: 'left' })
        wipeDraft()
        signOut(locale)
      },
    )
  return (
    <Card title={t.sessions}>
      <Loaded loading={loading} value={loading.value}>
        {(list) => (
          <>
            <ul>
              {list.map((session) => (
                <OneSession
                  key={session.id}
                  session={session}
                  busy={busy === session.id}
                  onEnd={() => void end(session.id)}
                />
              ))}
            </ul>
            <div>
              <Button variant="danger" size="small" onClick={() => setAsked(true)}>
                {t.everywhere}
              </Button>
            </div>
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={asked}
        danger
        title={t.everywhereTitle}
        text={t.everywhereText}
        yes={t.everywhereYes}
        no={t.stay}
        busy={busy === 'all'}
        onYes={() => void everywhere()}
        onNo={() => setAsked(false)}
      />
    </Card>
  )
}

type Props = {
  session: Reply<'cabinetSessions'>['data'][number]
  busy: boolean
  onEnd: () => void
}

function OneSession({ session, busy, onEnd }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const device = session.device || t.device
  const used = longMoment(locale, session.lastUsedAt)
  return (
    <li className={page.row}>
      <div className={page.words}>
        <h3>{device}</h3>
        <p className={page.soft}>
          {t.used(used)} · {t.began[session.began_by]}
        </p>
      </div>
      {session.current ? (
        <Chip tone="good" icon={<CheckIcon />}>
          {t.current}
        </Chip>
      ) : (
        <Button
          variant="quiet"
          size="small"
          className={page.quiet}
          busy={busy}
          onClick={onEnd}
          aria-label={t.endOf(`${device}, ${used}`)}
        >
          {t.end}
        </Button>
      )}
    </li>
  )
}
