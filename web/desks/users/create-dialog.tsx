import { useState } from 'react'
import { isIin } from '#domain/iin.ts'
import { nameKeys, namesBy } from '#domain/person.ts'
import { type StaffRole, staffRoles } from '#domain/staff-roles.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import parts from '../../ui/desk-parts.module.css'
import { IinField } from '../../ui/iin-field.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useToast } from '../../ui/toast.tsx'
import words from './texts.ts'

type Props = { open: boolean; onClose: () => void; onDone: () => void }

/** A new promoter, accountant or staff member; the password goes to their phone. */
export function CreateDialog({ open, onClose, onDone }: Props) {
  const all = useTexts(words)
  const t = all.create
  const say = useToast()
  const act = useAct(t.done)
  // Nothing is chosen beforehand: what a person may do is for the administrator to say.
  const [role, setRole] = useState<StaffRole | null>(null)
  const [unsaid, setUnsaid] = useState(false)
  const [wrongIin, setWrongIin] = useState(false)
  const make = async (form: FormData) => {
    const of = (name: string) => String(form.get(name) ?? '').trim()
    const iin = of('iin').replace(/\D/g, '')
    setUnsaid(role === null)
    setWrongIin(!isIin(iin))
    if (role === null) return document.getElementById('user-role')?.focus()
    if (!isIin(iin)) return document.getElementById('user-iin')?.focus()
    const made = await act.run(async () => {
      const { data } = await ask('staffUsersCreate', {
        role,
        administrator: role === 'staff' && form.get('administrator') !== null,
        iin,
        ...namesBy(of),
        phone: of('phone'),
      })
      if (!data.passwordSent) say({ text: t.notSent, tone: 'bad', kind: 'snackbar' })
    })
    if (made) onDone()
  }
  const close = () => {
    setWrongIin(false)
    setUnsaid(false)
    setRole(null)
    onClose()
  }
  const { errors } = act
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.submit}
      act={act}
      onClose={close}
      onSubmit={(form) => void make(form)}
    >
      <div className={parts.form}>
        <p>{t.lead}</p>
        <Select
          name="role"
          id="user-role"
          label={t.role}
          placeholder={t.chooseRole}
          error={unsaid ? t.chooseRole : undefined}
          options={staffRoles.map((value) => ({ value, label: all.roles[value] }))}
          onValue={(value) => {
            setRole(staffRoles.find((one) => one === value) ?? null)
            setUnsaid(false)
          }}
        />
        {role === 'staff' ? <Checkbox name="administrator" label={t.administrator} /> : null}
        <IinField
          name="iin"
          id="user-iin"
          label={t.iin}
          autoComplete="off"
          error={wrongIin ? t.iinWrong : errors.iin}
          onValue={() => setWrongIin(false)}
        />
        {nameKeys.map((name) => (
          <LimitedField
            key={name}
            name={name}
            label={t[name]}
            optional={name === 'patronymic' ? t.optional : undefined}
            maxLength={60}
            autoComplete="off"
            error={errors[name]}
          />
        ))}
        <PhoneField name="phone" label={t.phone} autoComplete="off" error={errors.phone} />
      </div>
    </ActDialog>
  )
}
