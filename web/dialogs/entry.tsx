import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Locale } from '#domain/locale.ts'
import { LocaleContext, pageLocale } from '../texts.ts'
import { ContactDialog } from './contact.tsx'
import { ForgotPasswordDialog } from './forgot-password.tsx'
import { LogInByPassword, LogInDialog } from './log-in.tsx'
import { NewPasswordSentDialog } from './new-password-sent.tsx'
import { type DialogName, type DialogStep, dialogNames } from './step.ts'

const dialogs: Record<DialogName, (step: DialogStep) => ReactNode> = {
  contact: ContactDialog,
  'log-in': LogInDialog,
  'log-in-by-password': LogInByPassword,
  'forgot-password': ForgotPasswordDialog,
  'new-password-sent': NewPasswordSentDialog,
}

let root: Root | undefined
let count = 0

/**
 * Opens a dialog over a page of HTML alone; enhance.ts loads this file and calls it. The focus
 * returns to `opener`.
 */
export function open(name: string, opener: HTMLElement): void {
  const known = dialogNames.find((one) => one === name)
  if (!known) throw new Error(`No dialog '${name}'`)
  if (!root) {
    const place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
  }
  count += 1
  show(known, true, opener)
}

function show(name: DialogName, isOpen: boolean, opener: HTMLElement): void {
  const locale: Locale = pageLocale()
  const Dialog = dialogs[name]
  root?.render(
    <LocaleContext value={locale}>
      {/* Every opening starts afresh; closing keeps the dialog in place until the browser has closed it. */}
      <Dialog
        key={`${name} ${count}`}
        open={isOpen}
        onClose={() => {
          show(name, false, opener)
          opener.focus()
        }}
        onGo={(next) => show(next, true, opener)}
      />
    </LocaleContext>,
  )
}
