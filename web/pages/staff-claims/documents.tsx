import { useState } from 'react'
import { ask } from '../../ask.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { useLoading } from '../../ui/loaded.tsx'
import { useToast } from '../../ui/toast.tsx'
import { slots as order } from '../account/claims/form.ts'
import claimWords from '../account/claims/texts.ts'
import styles from './documents.module.css'
import type { StaffClaim } from './one-claim.tsx'
import words from './texts.ts'

type ClaimFile = StaffClaim['documents'][number]

/** The papers beside each other, pictures and PDF in place. */
export function Documents({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const slots: Record<string, string> = useTexts(claimWords).slots
  return (
    <Card title={t.documents}>
      <ul className={styles.grid}>
        {inOrder(claim.documents).map((file) => (
          <Paper key={file.id} file={file} label={slots[file.type] ?? file.type} />
        ))}
      </ul>
    </Card>
  )
}

/** As the form asks for them; of one kind the newest first. */
const inOrder = (files: readonly ClaimFile[]): ClaimFile[] => [
  ...order.flatMap((slot) => files.filter(({ type }) => type === slot)),
  ...files.filter(({ type }) => !order.some((slot) => slot === type)),
]

export function Paper({ file, label }: { file: ClaimFile; label: string }) {
  const t = useTexts(words)
  const say = useToast()
  const [large, setLarge] = useState(false)
  const open = async () => {
    try {
      const { url } = await ask('cabinetFileLink', { id: file.id })
      if (!window.open(url, '_blank', 'noopener')) location.assign(url)
    } catch {
      say({ text: t.fileFailed, tone: 'bad', kind: 'snackbar' })
    }
  }
  return (
    <li className={styles.paper} data-large={large ? '' : undefined}>
      <div>
        <p className={styles.label}>{label}</p>
        <p className={parts.soft}>
          {file.name}, {almatyTime(file.at)}
        </p>
      </div>
      <div className={styles.frame}>
        <Shown file={file} label={label} />
      </div>
      <div className={styles.buttons}>
        <Button
          look="quiet"
          size="small"
          aria-expanded={large}
          aria-label={`${large ? t.smaller : t.larger}: ${label}`}
          onClick={() => setLarge(!large)}
        >
          {large ? t.smaller : t.larger}
        </Button>
        <Button look="quiet" size="small" aria-label={`${t.openFile}: ${label}`} onClick={() => void open()}>
          {t.openFile}
        </Button>
      </div>
    </li>
  )
}

/** A link lives a minute and works once, so each showing asks for its own. */
function Shown({ file, label }: { file: ClaimFile; label: string }) {
  const t = useTexts(words)
  const [broken, setBroken] = useState(false)
  const link = useLoading(async (signal) => (await ask('cabinetFileLink', { id: file.id }, signal)).url)
  if (link.trouble || broken)
    return (
      <Button
        look="quiet"
        size="small"
        onClick={() => {
          setBroken(false)
          link.again()
        }}
      >
        {t.fileFailed}. {t.fileAgain}
      </Button>
    )
  if (!link.value) return <p role="status">{t.fileLoading}</p>
  return file.mime === 'application/pdf' ? (
    <iframe src={link.value} title={label} />
  ) : (
    <img src={link.value} alt={label} onError={() => setBroken(true)} />
  )
}
