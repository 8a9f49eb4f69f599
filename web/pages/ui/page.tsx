import { useState } from 'react'
import type { Locale } from '#domain/locale.ts'
import { setRole } from '../../session/role.ts'
import { useTexts } from '../../texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Permission } from '../../ui/permission.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { Buttons } from './buttons.tsx'
import { Choices, Fields } from './fields.tsx'
import { Colours, Part } from './part.tsx'
import { Cards, Lists, States } from './states.tsx'
import words from './texts.ts'
import { Windows } from './windows.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].title,
})

/**
 * Every component with its states, for those who build pages. Only in builds made for development.
 */
export function Component() {
  const t = useTexts(words)
  const [staff, setStaff] = useState(false)
  return (
    <ToastRegion label={t.words.toast} closeLabel={t.words.close}>
      <PageHead title={t.title} />
      <Colours />
      <Buttons />
      <Fields />
      <Choices />
      <States />
      <Cards />
      <Lists />
      <Windows />
      <Part title={t.words.role}>
        <Switch
          name="staff"
          label={t.words.role}
          onChecked={(on) => {
            setStaff(on)
            setRole(on ? 'staff' : null)
          }}
          defaultChecked={staff}
        />
        <Permission roles={['staff']}>
          <p>{t.words.staffOnly}</p>
        </Permission>
      </Part>
    </ToastRegion>
  )
}
