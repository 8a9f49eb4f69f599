import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { BlockDialog, RoleDialog } from './change-dialogs.tsx'
import { nameOf, phoneOf, RoleMark, StateMark } from './marks.tsx'
import words from './texts.ts'
import type { User } from './user.ts'

type Asked = 'block' | 'role' | 'password' | 'sessions' | 'confirm' | null

/** One user by the id in the address, so that a reload leads here again. */
export function OneUser({
  id,
  onBack,
  onChanged,
}: {
  id: string
  onBack: () => void
  onChanged: () => void
}) {
  const t = useTexts(words)
  const loading = useLoading(async (signal) => {
    try {
      return (await ask('staffUsers', { id }, { signal })).data.users
    } catch (error) {
      if (apiErrorOf(error).kind === 'invalid') return []
      throw error
    }
  })
  // Outside React: the focus of the document, which stood on the row that is gone.
  useEffect(() => document.getElementById('desk')?.focus(), [])
  return (
    <>
      <div>
        <Button variant="quiet" size="small" icon={<BackIcon />} onClick={onBack}>
          {t.back}
        </Button>
      </div>
      <Loaded loading={loading} value={loading.value}>
        {([user]) =>
          user ? (
            <Opened
              user={user}
              onChanged={() => {
                loading.again()
                onChanged()
              }}
            />
          ) : (
            <EmptyState title={t.empty}>{t.gone}</EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

/** What an administrator may do; what nobody may do to themselves is not offered. */
function Opened({ user, onChanged }: { user: User; onChanged: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const password = useAct(t.resetPassword.done)
  const sessions = useAct(t.endSessions.done)
  const unblock = useAct(t.unblocked)
  const confirm = useAct(t.confirm.done)
  const done = () => {
    close()
    onChanged()
  }
  const run = async (act: typeof password, work: () => Promise<unknown>) => {
    if (await act.run(work)) onChanged()
    close()
  }
  return (
    <>
      <Card>
        <div className={parts.stack}>
          <div className={parts.head}>
            <h2>{nameOf(user)}</h2>
            <StateMark user={user} t={t} />
            {user.me ? <span className={parts.soft}>{t.me}</span> : null}
          </div>
          <Facts
            facts={[
              { label: t.role, value: <RoleMark user={user} t={t} /> },
              { label: t.iin, value: user.iin },
              { label: t.columns.phone, value: phoneOf(user, t) },
              { label: t.password, value: t.passwords[user.password] },
              { label: t.columns.sessions, value: user.sessions || t.never },
              ...(user.lastUsedAt
                ? [{ label: t.columns.used, value: almatyTime(user.lastUsedAt) }]
                : []),
              { label: t.created, value: almatyTime(user.createdAt) },
              ...(user.confirmation
                ? [
                    {
                      label: t.confirm.label,
                      value: t.confirm.waits(user.confirmation.by.join(', ')),
                    },
                  ]
                : []),
              ...(user.blockedReason
                ? [{ label: t.blockedReason, value: user.blockedReason }]
                : []),
            ]}
          />
          <ActError act={password} />
          <ActError act={sessions} />
          <ActError act={unblock} />
          <ActError act={confirm} />
          <div className={parts.actions}>
            {user.confirmation?.mayConfirm ? (
              <Button onClick={() => setAsked('confirm')}>{t.confirm.act}</Button>
            ) : null}
            <Button variant="secondary" onClick={() => setAsked('password')}>
              {t.actions.password}
            </Button>
            <Button variant="secondary" onClick={() => setAsked('sessions')}>
              {t.actions.sessions}
            </Button>
            {user.me || user.role === 'promoter' ? null : (
              <Button variant="secondary" onClick={() => setAsked('role')}>
                {t.actions.role}
              </Button>
            )}
            {user.me ? null : (
              // One button with two faces: what the focus was on is not taken away by the act.
              <Button
                variant={user.blockedAt ? 'primary' : 'danger'}
                busy={unblock.busy}
                onClick={() => {
                  if (user.blockedAt)
                    void run(unblock, () => ask('staffUsersUnblock', { id: user.id }))
                  else setAsked('block')
                }}
              >
                {user.blockedAt ? t.actions.unblock : t.actions.block}
              </Button>
            )}
          </div>
          <p>
            <a className={parts.link} href={`${pathOf('staff-audit', locale)}?object=${user.id}`}>
              {t.audit}
            </a>
          </p>
        </div>
      </Card>
      <BlockDialog user={user} open={asked === 'block'} onClose={close} onDone={done} />
      <RoleDialog user={user} open={asked === 'role'} onClose={close} onDone={done} />
      <ConfirmDialog
        open={asked === 'password'}
        title={t.resetPassword.title}
        text={t.resetPassword.text(phoneOf(user, t))}
        yes={t.resetPassword.yes}
        no={t.resetPassword.no}
        busy={password.busy}
        onYes={() => void run(password, () => ask('staffUsersResetPassword', { id: user.id }))}
        onNo={close}
      />
      <ConfirmDialog
        open={asked === 'confirm'}
        title={t.confirm.title}
        text={t.confirm.text(nameOf(user))}
        yes={t.confirm.yes}
        no={t.confirm.no}
        busy={confirm.busy}
        onYes={() =>
          void run(confirm, () =>
            ask('staffUsersConfirm', { id: user.id, upTo: user.confirmation?.upTo ?? '' }),
          )
        }
        onNo={close}
      />
      <ConfirmDialog
        open={asked === 'sessions'}
        title={t.endSessions.title}
        text={t.endSessions.text(user.sessions)}
        yes={t.endSessions.yes}
        no={t.endSessions.no}
        busy={sessions.busy}
        onYes={() => void run(sessions, () => ask('staffUsersEndSessions', { id: user.id }))}
        onNo={close}
      />
    </>
  )
}
