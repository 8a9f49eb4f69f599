import { useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { sendFiles } from '../../http/upload.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import parts from '../../ui/desk-parts.module.css'
import { FileChoice } from '../../ui/file-choice.tsx'
import { Select } from '../../ui/select.tsx'
import words from './texts.ts'

type Props = { lists: Reply<'kycLists'>['data']['lists']; open: boolean; onClose: () => void }

const accept = '.xml,application/xml,text/xml'
const chosen = (form: FormData, name: string): Record<string, File> => {
  const file = form.get(name)
  return file instanceof File && file.name ? { [name]: file } : {}
}

/**
 * A list brought by hand; lists of the monitoring agency may come with what was added and taken out
 * since.
 */
export function UploadDialog({ lists, open, onClose }: Props) {
  const t = useTexts(words).uploadDialog
  const act = useAct(t.done)
  const [code, setCode] = useState(lists[0]?.code ?? '')
  const inThree = lists.find((list) => list.code === code)?.format === 'afm'
  const send = async (form: FormData) => {
    const files = {
      ...chosen(form, 'file'),
      ...(inThree ? { ...chosen(form, 'included'), ...chosen(form, 'excluded') } : {}),
    }
    if (await act.run(() => sendFiles('kycUploadList', { list: code }, files))) close()
  }
  const close = () => {
    act.reset()
    onClose()
  }
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.submit}
      act={act}
      onClose={close}
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
        <FileChoice
          name="file"
          label={t.file}
          choose={t.choose}
          accept={accept}
          error={act.errors.file}
        />
        {inThree ? (
          <>
            <FileChoice
              name="included"
              label={t.included}
              choose={t.choose}
              accept={accept}
              hint={t.optional}
              error={act.errors.included}
            />
            <FileChoice
              name="excluded"
              label={t.excluded}
              choose={t.choose}
              accept={accept}
              hint={t.optional}
              error={act.errors.excluded}
            />
          </>
        ) : null}
      </div>
    </ActDialog>
  )
}
