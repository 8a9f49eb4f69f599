import { useState } from 'react'
import { codeResendSeconds } from '../constants.ts'
import { SmsCodeDialog } from '../dialogs/sms-code.tsx'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { portal } from './portal.ts'
import { clientCodeWords as words } from './texts.ts'

type Props = {
  globalId: string
  /** Masked; null if we know no phone of the client. */
  phone: string | null
  /** Purpose of the code. */
  about: 'read' | 'reissue' | 'cancel'
  /** Alternative without the code. */
  other?: { does: 'withoutPeople' | 'handOff'; onPress: () => void } | undefined
  onProved: () => void
  onClose: () => void
}

/**
 * Opens another promoter's sale with its client's code: its recipient, the field, wrong codes and a
 * resend.
 */
export function ClientCodeDialog({ globalId, phone, about, other, onProved, onClose }: Props) {
  const t = useTexts(words)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()

  const send = async (): Promise<void> => {
    setFormError(null)
    await once(
      async () => setSentTo((await portal('promoterSendClientCode', { globalId })).data.phone),
      (error) => {
        const apiError = apiErrorOf(error)
        // The code sent a moment ago still works.
        if (apiError.kind === 'busy' && apiError.retryAfter <= codeResendSeconds && phone)
          setSentTo(phone)
        else setFormError(apiError.message || (apiError.kind === 'offline' ? t.offline : t.failed))
      },
    )
  }
  const check = async (code: string): Promise<boolean | string> => {
    try {
      await portal('promoterProveClient', { globalId, code })
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused') return apiError.message
      throw error
    }
    onProved()
    return true
  }
  const notice = formError ? <Notice tone="error" live title={formError} /> : null
  const otherWay = other ? (
    <Button variant="quiet" onClick={other.onPress}>
      {t[other.does]}
    </Button>
  ) : null

  if (sentTo !== null)
    return (
      <SmsCodeDialog
        open
        onClose={onClose}
        phone={sentTo}
        check={check}
        resend={send}
        notice={notice}
        foot={otherWay}
      />
    )
  const actions = (
    <>
      {otherWay}
      {phone === null ? null : (
        <Button busy={busy} onClick={() => void send()}>
          {t.send}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={t.close} actions={actions}>
      {notice}
      <p>{t[about](globalId)}</p>
      {phone === null ? (
        <Notice tone="info" title={t.unknown} />
      ) : (
        <p>{t.to(phone.replaceAll(' ', '\u00a0'))}</p>
      )}
    </Dialog>
  )
}
