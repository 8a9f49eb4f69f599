import { useEffect, useState } from 'react'
import type { LegalText } from '#texts/legal.ts'
import { useLocale, useTexts } from '../../../texts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import words from '../purchase-texts.ts'
import styles from './dialogs.module.css'

export type LegalName = 'terms' | 'personalData' | 'commission' | 'ogpoPlus'
type Props = { name: LegalName | null; onClose: () => void }

/** The texts a client accepts, loaded when somebody opens one. */
export function LegalDialog({ name, onClose }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const [text, setText] = useState<{ name: LegalName; text: LegalText } | null>(null)
  const [lost, setLost] = useState(false)

  // Outside React: the file with the texts.
  useEffect(() => {
    if (!name) return
    setLost(false)
    import('#texts/legal.ts').then(
      ({ legal }) => setText({ name, text: legal[name][locale] }),
      () => setLost(true),
    )
  }, [name, locale])

  const shown = text?.name === name ? text?.text : undefined
  return (
    <Dialog open={name !== null} onClose={onClose} title={shown?.title ?? t.accept} closeLabel={t.close}>
      {lost ? <Notice tone="error" title={t.offline} /> : null}
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
      ) : lost ? null : (
        <Skeleton shape="card" />
      )}
    </Dialog>
  )
}
