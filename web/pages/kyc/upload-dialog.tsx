import { useState } from 'react'
import type { Reply } from '../../api.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { sendFiles } from '../../upload.ts'
import words from './texts.ts'

type Props = { lists: Reply<'kycLists'>['data']['lists']; open: boolean; onClose: () => void; onDone: () => void }

const chosen = (form: FormData, name: string): Record<string, File> => {
  const file = form.get(name)
  return file instanceof File && file.name ? { [name]: file } : {}
}

/** A list brought by hand; lists of the monitoring agency may come with what was added and taken out since. */
export function UploadDialog({ lists, open, onClose, onDone }: Props) {
  const t = useTexts(words).uploadDialog
  const act = useAct(t.done)
  const [code, setCode] = useState(lists[0]?.code ?? '')
  const inThree = lists.find((list) => list.code === code)?.format === 'afm'
  const send = async (form: FormData) => {
    const files = { ...chosen(form, 'file'), ...(inThree ? { ...chosen(form, 'included'), ...chosen(form, 'excluded') } : {}) }
    if (await act.run(() => sendFiles('kycUploadList', { list: code }, files))) onDone()
  }
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.submit}
      act={act}
      onClose={() => {
        act.reset()
        onClose()
      }}
      onSubmit={(form) => void send(form)}
    >
      <div className={parts.form}>
        <p>{t.text}</p>
        <Select
          name="list"
          label={t.list}
          defaultValue={code}
          options={lists.map((list) => ({ value: list.code, label: list.title }))}
          onValue={setCode}
        />
        <TextField name="file" type="file" label={t.file} required error={act.errors.file} />
        {inThree ? (
          <>
            <TextField name="included" type="file" label={t.included} optional={t.optional} error={act.errors.included} />
            <TextField name="excluded" type="file" label={t.excluded} optional={t.optional} error={act.errors.excluded} />
          </>
        ) : null}
      </div>
    </ActDialog>
  )
}
