import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import { ContactDialog } from '../../dialogs/contact.tsx'
import { DownloadDocuments } from '../../dialogs/download-documents.tsx'
import { ForgotPasswordDialog } from '../../dialogs/forgot-password.tsx'
import { GeolocationDialog } from '../../dialogs/geolocation.tsx'
import { LogInDialog } from '../../dialogs/log-in.tsx'
import { LogOutDialog } from '../../dialogs/log-out.tsx'
import { NewPasswordSentDialog } from '../../dialogs/new-password-sent.tsx'
import { OtpDialog } from '../../dialogs/otp.tsx'
import { SmsCodeDialog } from '../../dialogs/sms-code.tsx'
import { PaymentMethodDialog } from '../../sale/payment-method.tsx'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Part } from './part.tsx'
import words from './texts.ts'

const nothing = async () => {}

/** Every dialog by its name, with what its button says; `open` is the one that is shown. */
function useWindows(
  open: string | null,
  show: (name: string | null) => void,
): [string, string, ReactNode][] {
  const w = useTexts(words).words
  const close = () => show(null)
  const step = (name: string) => ({ open: open === name, onClose: close, onGo: show })
  const code = {
    onClose: close,
    phone: '+7 (701) 000 00 01',
    resend: nothing,
    check: async (value: string) => {
      if (value === '1234') close()
      return value === '1234'
    },
  }
  return [
    ['contact', w.contact, <ContactDialog key="1" {...step('contact')} />],
    ['log-in', w.logIn, <LogInDialog key="2" {...step('log-in')} />],
    ['forgot-password', w.forgot, <ForgotPasswordDialog key="3" {...step('forgot-password')} />],
    [
      'new-password-sent',
      w.sentPassword,
      <NewPasswordSentDialog key="4" {...step('new-password-sent')} />,
    ],
    [
      'log-out',
      w.logOut,
      <LogOutDialog key="5" open={open === 'log-out'} onLogOut={close} onStay={close} />,
    ],
    [
      'confirm',
      w.confirm,
      <ConfirmDialog
        key="6"
        open={open === 'confirm'}
        title={w.danger}
        text={w.detail}
        yes={w.danger}
        no={w.close}
        danger
        onYes={close}
        onNo={close}
      />,
    ],
    ['sms', w.pin, <SmsCodeDialog key="7" open={open === 'sms'} {...code} />],
    ['otp', w.otp, <OtpDialog key="8" open={open === 'otp'} {...code} />],
    [
      'position',
      w.position,
      <GeolocationDialog
        key="9"
        open={open === 'position'}
        formError="PERMISSION_DENIED"
        onClose={close}
        onRetry={close}
      />,
    ],
    [
      'pay',
      w.payment,
      <PaymentMethodDialog key="10" open={open === 'pay'} onClose={close} onChoose={close} />,
    ],
    [
      'files',
      w.files,
      <DownloadDocuments
        key="11"
        open={open === 'files'}
        onClose={close}
        files={[{ name: w.policy, href: '/docs', size: 84_213 }]}
      />,
    ],
  ]
}

export function Windows() {
  const t = useTexts(words)
  const w = t.words
  const say = useToast()
  const [open, setOpen] = useState<string | null>(null)
  const windows = useWindows(open, setOpen)
  return (
    <Part title={t.dialogs}>
      {windows.map(([name, label]) => (
        <Button key={name} variant="secondary" onClick={() => setOpen(name)}>
          {label}
        </Button>
      ))}
      <Button variant="secondary" onClick={() => say({ text: w.success, tone: 'good' })}>
        {w.toast}
      </Button>
      <Button
        variant="secondary"
        onClick={() =>
          say({
            text: w.error,
            tone: 'bad',
            kind: 'snackbar',
            action: { label: w.retry, run: () => {} },
          })
        }
      >
        {w.snackbar}
      </Button>
      {windows.map(([, , window]) => window)}
    </Part>
  )
}
