import { Suspense, useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { fullName } from '#domain/person.ts'
import { formatPhone } from '#domain/phone.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { askAnew, useReply } from '../../http/replies.ts'
import { lazy } from '../../lazy.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActDialog, ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Select } from '../../ui/select.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import words from './texts.ts'
import styles from './users.module.css'

type Props = { user: User; open: boolean; onClose: () => void; onDone: () => void }

/** Blocks the account at once everywhere, with a reason colleagues can read. */
function BlockDialog({ user, open, onClose, onDone }: Props) {
  const t = useTexts(words).block
  const act = useAct(t.done)
  const block = async (form: FormData) => {
    if (
      await act.run(() =>
        ask('staffUsersBlock', { id: user.id, reason: String(form.get('reason') ?? '') }),
      )
    )
      onDone()
  }
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.submit}
      danger
      act={act}
      onClose={onClose}
      onSubmit={(form) => void block(form)}
    >
      <div className={parts.form}>
        <p>{t.text(fullName(user))}</p>
        <LimitedField
          name="reason"
          label={t.reason}
          rows={2}
          maxLength={300}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}

const roles = ['staff', 'accountant', 'user'] as const

function RoleDialog({ user, open, onClose, onDone }: Props) {
  const all = useTexts(words)
  const t = all.setRole
  const act = useAct(t.done)
  const current = user.role === 'accountant' ? 'accountant' : 'staff'
  const [role, setRole] = useState<(typeof roles)[number]>(current)
  const change = async (form: FormData) => {
    const administrator = role === 'staff' && form.get('administrator') !== null
    if (await act.run(() => ask('staffUsersSetRole', { id: user.id, role, administrator })))
      onDone()
  }
  const close = () => {
    setRole(current)
    onClose()
  }
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.submit}
      act={act}
      onClose={close}
      onSubmit={(form) => void change(form)}
    >
      <div className={parts.form}>
        <p>{t.text}</p>
        <Select
          name="role"
          id="new-role"
          label={t.role}
          defaultValue={current}
          options={roles.map((value) => ({ value, label: all.roles[value] }))}
          onValue={(value) => setRole(roles.find((one) => one === value) ?? current)}
        />
        {role === 'staff' ? (
          <Checkbox
            name="administrator"
            label={all.create.administrator}
            defaultChecked={user.administrator}
          />
        ) : null}
      </div>
    </ActDialog>
  )
}

type Words = (typeof words)['kz']

export const phoneOf = ({ phone }: User, t: Words): string =>
  phone ? formatPhone(phone) : t.noPhone

/** Blocked, working, or not yet signed in. */
export function StateMark({ user, t }: { user: User; t: Words }) {
  if (user.blockedAt) return <StateWord tone="bad">{t.blocked}</StateWord>
  return user.password === 'temporary' ? (
    <StateWord tone="now">{t.newcomer}</StateWord>
  ) : (
    <StateWord tone="good">{t.active}</StateWord>
  )
}

export const roleOf = ({ role, administrator }: User, t: Words): string =>
  administrator ? `${t.roles[role]}, ${t.administrator.toLowerCase()}` : t.roles[role]

const PromoterPay = lazy(() =>
  import('./pay.tsx').then((module) => ({ default: module.PromoterPay })),
)

type Act = ReturnType<typeof useAct>
const confirmations = ['password', 'confirm', 'sessions'] as const
type Asked = 'block' | 'role' | (typeof confirmations)[number]

/** One user by the id in the address, so that a reload leads here again. */
export function OneUser({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useTexts(words)
  const loading = useReply(ask, 'staffUsers', { id })
  const users = loading.why?.kind === 'invalid' ? [] : (loading.value?.users ?? null)
  // Moves the focus, which was on the removed row.
  useEffect(() => document.getElementById('desk')?.focus(), [])
  return (
    <>
      <div>
        <Button variant="quiet" size="small" icon={<BackIcon />} onClick={onBack}>
          {t.back}
        </Button>
      </div>
      <Loaded loading={users?.length === 0 ? { ...loading, error: null } : loading} value={users}>
        {([user]) =>
          user ? (
            <Opened user={user} onChanged={() => void askAnew(['staffUsers'])} />
          ) : (
            <EmptyState title={t.empty}>{t.gone}</EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

/** A user and every act of an administrator on them, each confirmed first. */
function Opened({ user, onChanged }: { user: User; onChanged: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const acts = {
    password: useAct(t.resetPassword.done),
    sessions: useAct(t.endSessions.done),
    confirm: useAct(t.confirm.done),
  }
  const unblock = useAct(t.unblocked)
  const done = () => {
    close()
    onChanged()
  }
  const run = async (act: Act, work: () => Promise<unknown>) => {
    if (await act.run(work)) onChanged()
    close()
  }
  return (
    <>
      <div className={styles.user}>
        <div className={parts.head}>
          <h2>{fullName(user)}</h2>
          <StateMark user={user} t={t} />
          {user.me ? <span className={parts.soft}>{t.me}</span> : null}
        </div>
        <UserActs
          user={user}
          unblocking={unblock.busy}
          onAsk={setAsked}
          onUnblock={() => void run(unblock, () => ask('staffUsersUnblock', { id: user.id }))}
        />
        <ActError act={acts.password} />
        <ActError act={acts.sessions} />
        <ActError act={unblock} />
        <ActError act={acts.confirm} />
        <UserFacts user={user} />
        <p>
          <a className={parts.link} href={`${pathOf('staff-audit', locale)}?object=${user.id}`}>
            {t.audit}
          </a>
        </p>
      </div>
      {user.role === 'promoter' ? (
        <Suspense>
          <PromoterPay id={user.id} />
        </Suspense>
      ) : null}
      <BlockDialog user={user} open={asked === 'block'} onClose={close} onDone={done} />
      <RoleDialog user={user} open={asked === 'role'} onClose={close} onDone={done} />
      {confirmations.map((what) => (
        <Confirmation
          key={what}
          what={what}
          user={user}
          open={asked === what}
          busy={acts[what].busy}
          onYes={(work) => void run(acts[what], work)}
          onNo={close}
        />
      ))}
    </>
  )
}

function UserFacts({ user }: { user: User }) {
  const t = useTexts(words)
  const { lastUsedAt, confirmation, blockedReason } = user
  return (
    <Facts
      facts={[
        { label: t.role, value: roleOf(user, t) },
        { label: t.iin, value: user.iin },
        { label: t.columns.phone, value: phoneOf(user, t) },
        { label: t.password, value: t.passwords[user.password] },
        { label: t.columns.sessions, value: user.sessions || t.never },
        ...(lastUsedAt ? [{ label: t.columns.used, value: almatyTime(lastUsedAt) }] : []),
        { label: t.created, value: almatyTime(user.createdAt) },
        ...(confirmation
          ? [{ label: t.confirm.label, value: t.confirm.waits(confirmation.by.join(', ')) }]
          : []),
        ...(blockedReason ? [{ label: t.blockedReason, value: blockedReason }] : []),
      ]}
    />
  )
}

type ActsProps = {
  user: User
  unblocking: boolean
  onAsk: (what: Asked) => void
  onUnblock: () => void
}

/** Acts of an administrator; omits those that nobody may do to themselves. */
function UserActs({ user, unblocking, onAsk, onUnblock }: ActsProps) {
  const t = useTexts(words)
  return (
    <div className={parts.actions}>
      {user.confirmation?.mayConfirm ? (
        <Button size="small" onClick={() => onAsk('confirm')}>
          {t.confirm.act}
        </Button>
      ) : null}
      <Button variant="secondary" size="small" onClick={() => onAsk('password')}>
        {t.actions.password}
      </Button>
      <Button variant="secondary" size="small" onClick={() => onAsk('sessions')}>
        {t.actions.sessions}
      </Button>
      {user.me || user.role === 'promoter' ? null : (
        <Button variant="secondary" size="small" onClick={() => onAsk('role')}>
          {t.actions.role}
        </Button>
      )}
      {user.me ? null : (
        // One button with two faces: the act does not remove the focused element.
        <Button
          variant={user.blockedAt ? 'primary' : 'danger'}
          size="small"
          busy={unblocking}
          onClick={() => (user.blockedAt ? onUnblock() : onAsk('block'))}
        >
          {user.blockedAt ? t.actions.unblock : t.actions.block}
        </Button>
      )}
    </div>
  )
}

type ConfirmationProps = {
  what: (typeof confirmations)[number]
  user: User
  open: boolean
  busy: boolean
  onYes: (work: () => Promise<unknown>) => void
  onNo: () => void
}

/** Confirmation of an act without further fields. */
function Confirmation({ what, user, onYes, ...dialog }: ConfirmationProps) {
  const t = useTexts(words)
  const { id, sessions, confirmation } = user
  const { work, text, ...said } = {
    password: {
      ...t.resetPassword,
      text: t.resetPassword.text(phoneOf(user, t)),
      work: () => ask('staffUsersResetPassword', { id }),
    },
    confirm: {
      ...t.confirm,
      text: t.confirm.text(fullName(user)),
      work: () => ask('staffUsersConfirm', { id, upTo: confirmation?.upTo ?? '' }),
    },
    sessions: {
      ...t.endSessions,
      text: t.endSessions.text(sessions),
      work: () => ask('staffUsersEndSessions', { id }),
    },
  }[what]
  return (
    <ConfirmDialog
      {...dialog}
      title={said.title}
      text={text}
      yes={said.yes}
      no={said.no}
      onYes={() => onYes(work)}
    />
  )
}

export type User = Reply<'staffUsers'>['data']['users'][number]
