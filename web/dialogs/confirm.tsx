import type { ReactNode } from 'react'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import words from './texts.ts'

export type ConfirmProps = {
  open: boolean
  title: string
  text?: ReactNode
  /** Each button names its action («Иә, бас тартамын», «Жоқ, қалсын»), never «OK». */
  yes: string
  no: string
  danger?: boolean | undefined
  busy?: boolean | undefined
  onYes: () => void
  onNo: () => void
}

/** Asks before something is done. Escape and the cross mean no. */
export function ConfirmDialog({
  open,
  title,
  text,
  yes,
  no,
  danger,
  busy,
  onYes,
  onNo,
}: ConfirmProps) {
  const all = useTexts(words)
  return (
    <Dialog
      open={open}
      onClose={onNo}
      title={title}
      closeLabel={all.close}
      actions={
        <>
          <Button variant="secondary" onClick={onNo}>
            {no}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {text ? <div>{text}</div> : null}
    </Dialog>
  )
}
