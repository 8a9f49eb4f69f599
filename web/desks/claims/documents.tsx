import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { openBeside } from '../../http/open-beside.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { useToast } from '../../ui/toast.tsx'
import styles from './documents.module.css'
import { type ClaimFile, useLink } from './file-link.ts'
import words from './texts.ts'

/**
 * One document; until it is scanned a placeholder holds its room, and an infected one shows its
 * name only.
 */
export function Paper({ file, label }: { file: ClaimFile; label: string }) {
  const t = useTexts(words)
  const say = useToast()
  const [large, setLarge] = useState(false)
  const link = useLink(file)
  const infected = file.scan === 'infected' || (link.value !== null && link.value.url === null)
  const open = async () => {
    try {
      const { url } = await ask('cabinetFileLink', { id: file.id })
      openBeside(url)
    } catch (error) {
      const apiError = apiErrorOf(error)
      say({
        text: apiError.kind === 'refused' ? apiError.message : t.fileFailed,
        tone: 'bad',
        kind: 'snackbar',
      })
    }
  }
  return (
    <li className={styles.paper} data-large={large && !infected ? '' : undefined}>
      <div>
        <p className={styles.label}>{label}</p>
        <p className={parts.soft}>
          {file.name}, {almatyTime(file.at)}
        </p>
      </div>
      <div className={styles.frame}>
        {infected ? (
          <p className={styles.infected}>
            {t.fileInfected}
            {file.signature ? <span>{t.signature(file.signature)}</span> : null}
          </p>
        ) : (
          <Shown file={file} label={label} link={link} />
        )}
      </div>
      {infected ? null : (
        <div className={styles.buttons}>
          <Button
            variant="quiet"
            size="small"
            aria-expanded={large}
            aria-label={`${large ? t.smaller : t.larger}: ${label}`}
            onClick={() => setLarge(!large)}
          >
            {large ? t.smaller : t.larger}
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={`${t.openFile}: ${label}`}
            onClick={() => void open()}
          >
            {t.openFile}
          </Button>
        </div>
      )}
    </li>
  )
}

export function Shown({
  file,
  label,
  link,
  onShown,
}: {
  file: ClaimFile
  label: string
  onShown?: () => void
  link: ReturnType<typeof useLink>
}) {
  const t = useTexts(words)
  const [broken, setBroken] = useState(false)
  if (link.error || broken)
    return (
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          setBroken(false)
          link.again()
        }}
      >
        {t.fileFailed}. {t.fileAgain}
      </Button>
    )
  if (!link.value?.url)
    return <p role="status">{file.scan === 'waiting' ? t.fileScanning : t.fileLoading}</p>
  return file.mime === 'application/pdf' ? (
    <iframe src={link.value.url} title={label} onLoad={onShown} />
  ) : (
    <img src={link.value.url} alt={label} onLoad={onShown} onError={() => setBroken(true)} />
  )
}
