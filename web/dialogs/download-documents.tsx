import type { ReactNode } from 'react'
import { useTexts } from '../texts.ts'
import { BottomSheet } from '../ui/bottom-sheet.tsx'
import { DocumentIcon, DownloadIcon } from '../ui/later-icons.tsx'
import styles from './dialogs.module.css'
import words from './texts.ts'

export type PolicyFile = { name: string; href: string /** Bytes. */; size: number }

/**
 * The documents of a policy in a bottom sheet: a drag of more than 50 px down closes it, so do the
 * cross and Escape.
 */
export function DownloadDocuments({
  open,
  onClose,
  files,
  none,
}: {
  open: boolean
  onClose: () => void
  files: readonly PolicyFile[]
  /** Shown until the first file is. */
  none?: ReactNode
}) {
  const all = useTexts(words)
  const t = all.documents
  return (
    <BottomSheet open={open} onClose={onClose} title={t.title} closeLabel={all.close}>
      {files.length === 0 ? none : <Files files={files} />}
    </BottomSheet>
  )
}

function Files({ files }: { files: readonly PolicyFile[] }) {
  const t = useTexts(words).documents
  return (
    <ul className={styles.files}>
      {files.map(({ name, href, size }) => (
        <li key={href}>
          <a className={styles.file} href={href} download>
            <DocumentIcon />
            <span>
              {name}
              <small>{t.size(String(Math.max(1, Math.round(size / 1024))))}</small>
            </span>
            <DownloadIcon />
          </a>
        </li>
      ))}
    </ul>
  )
}
