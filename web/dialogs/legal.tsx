import { useEffect, useState } from 'react'
import type { LegalText } from '#texts/legal.ts'
import { textVersions } from '#texts/legal-versions.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './legal.module.css'
import words from './legal-texts.ts'

export type LegalName = keyof typeof textVersions
type Props = {
  name: LegalName | null
  /** As it was accepted; without it as it is today. */
  version?: string
  onClose: () => void
}

/** The texts a client accepts, loaded when one is opened. */
export function LegalDialog({ name, version, onClose }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const [text, setText] = useState<{ name: LegalName; text: LegalText | null } | null>(null)
  const [lost, setLost] = useState(false)

  useEffect(() => {
    if (!name) return
    setLost(false)
    import('#texts/legal-archive.ts').then(
      ({ legalOf }) =>
        setText({ name, text: legalOf(name, version ?? textVersions[name], locale) }),
      () => setLost(true),
    )
  }, [name, version, locale])

  const shown = text?.name === name ? text?.text : null
  return (
    <Dialog
      open={name !== null}
      onClose={onClose}
      title={shown?.title ?? t.title}
      closeLabel={t.close}
    >
      {lost ? <Notice tone="error" title={t.lost} /> : null}
      {text?.name === name && text?.text === null ? (
        <Notice tone="info" title={t.textGone} />
      ) : null}
      {shown ? (
        <div className={styles.legal}>
          {shown.parts.map((part) => (
            <section key={part.title}>
              <h3>{part.title}</h3>
              {part.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          <p className={styles.version}>{shown.version}</p>
        </div>
      ) : lost || text?.name === name ? null : (
        <Skeleton shape="card" />
      )}
    </Dialog>
  )
}
