import { useState } from 'react'
import { isIin } from '#domain/iin.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import words from './texts.ts'

type Props = { open: boolean; onClose: () => void; onFind: (iin: string) => void }

/** Anybody by their IIN, a client of ours or not. */
export function SearchDialog({ open, onClose, onFind }: Props) {
  const t = useTexts(words).search
  const act = useAct(null)
  const [wrong, setWrong] = useState(false)
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.find}
      act={act}
      onClose={onClose}
      onSubmit={(form) => {
        const iin = String(form.get('iin') ?? '').replace(/\D/g, '')
        setWrong(!isIin(iin))
        if (isIin(iin)) onFind(iin)
      }}
    >
      <IinField
        name="iin"
        label={t.iin}
        error={wrong ? t.wrong : undefined}
        autoComplete="off"
        onValue={() => setWrong(false)}
      />
    </ActDialog>
  )
}
