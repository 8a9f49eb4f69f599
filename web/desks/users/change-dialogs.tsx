import { useState } from 'react'
import { fullName } from '#domain/person.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Select } from '../../ui/select.tsx'
import words from './texts.ts'
import type { User } from './user.ts'

type Props = { user: User; open: boolean; onClose: () => void; onDone: () => void }

/** Blocks at once everywhere, with a reason colleagues can read. */
export function BlockDialog({ user, open, onClose, onDone }: Props) {
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

export function RoleDialog({ user, open, onClose, onDone }: Props) {
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
