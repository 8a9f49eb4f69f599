import { useEffect, useRef } from 'react'
import { isPaper, type Shows } from '#domain/claim-way/photographs.ts'
import type { ProductName } from '#domain/products.ts'
import { useTexts } from '../../texts.ts'
import { CheckIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { AgainIcon, DocumentIcon, PlusIcon } from '../../ui/later-icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CameraIcon } from './camera-icon.tsx'
import words from './photographs-texts.ts'
import styles from './shots.module.css'
import type { Shot, ShotsInHand } from './use-shots.ts'

/** iPhones turn their own format into JPEG where no other is taken. */
const photographs = 'image/jpeg,image/png'

type TodoProps = {
  shows: Shows
  product: ProductName
  several?: boolean
  onFiles: (files: readonly File[]) => void
}

/** A photograph that is still to be taken; several may be chosen at once. */
export function Todo({ shows, product, several, onFiles }: TodoProps) {
  const t = useTexts(words)
  const label = t.scenes[shows][product]
  return (
    <label className={styles.todo}>
      {shows === 'more' ? <PlusIcon /> : <CameraIcon />}
      <span>{label}</span>
      <input
        className="visually-hidden"
        type="file"
        name={`photograph-${shows}`}
        multiple={several ?? false}
        accept={isPaper(shows) ? `${photographs},application/pdf` : photographs}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}

type Props = {
  shot: Shot
  product: ProductName
  hand: ShotsInHand
  /** The notice that both drivers have signed cannot be removed. */
  signed?: boolean
}

/** A photograph with its own progress, its own reason and its own repeat. */
export function ShotTile({ shot, product, hand, signed }: Props) {
  const t = useTexts(words)
  const infected = shot.scan === 'infected'
  const bad = shot.state === 'failed' || infected
  const label = signed ? t.notice : t.scenes[shot.shows][product]
  return (
    <div className={styles.shot} data-bad={bad ? '' : undefined}>
      <Thumbnail file={shot.file} />
      {shot.state === 'sending' ? <progress max={1} value={shot.share} aria-label={label} /> : null}
      <div className={styles.caption} role="status">
        {bad ? <WarnIcon /> : shot.state === 'kept' ? <CheckIcon /> : <Spinner />}
        <span>
          <b>{label}</b>
          <small>
            {infected
              ? t.infected
              : shot.state === 'sending'
                ? t.sending(Math.round(shot.share * 100))
                : shot.state === 'failed'
                  ? (shot.error ?? t.refused)
                  : t[shot.state]}
          </small>
        </span>
      </div>
      <div className={styles.acts}>
        {shot.state === 'failed' ? (
          <button
            type="button"
            aria-label={`${label}: ${t.again}`}
            onClick={() => hand.again(shot)}
          >
            <AgainIcon />
          </button>
        ) : null}
        {shot.state === 'sending' || signed ? null : (
          <button type="button" aria-label={`${label}: ${t.drop}`} onClick={() => hand.drop(shot)}>
            <CloseIcon />
          </button>
        )}
      </div>
    </div>
  )
}

const side = 320

/**
 * Drawn on a canvas: the page's security policy allows no pictures from elsewhere, its own memory
 * included.
 */
function Thumbnail({ file }: { file: File | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return
    let gone = false
    createImageBitmap(file).then(
      (picture) => {
        const context = canvas.current?.getContext('2d')
        if (gone || !context) return picture.close()
        const scale = Math.max(side / picture.width, side / picture.height)
        const [width, height] = [picture.width * scale, picture.height * scale]
        context.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height)
        picture.close()
      },
      () => {}, // a picture the browser cannot show may still be a good one; the server checks it
    )
    return () => {
      gone = true
    }
  }, [file])
  return (
    <span aria-hidden="true">
      <DocumentIcon className={styles.blank} />
      <canvas ref={canvas} width={side} height={side} hidden={!file} />
    </span>
  )
}
