import { useEffect } from 'react'
import { Plate } from '../../ui/plate.tsx'
import { Picture, pictureAddress } from '../../world/picture.tsx'
import styles from './moment.module.css'

export type IssueAnimationProps = { plate: string | undefined; onEnd: () => void }

/** Resolves when the pictures of the moment can be shown without a wait; fails when they cannot. */
export async function picturesReady(): Promise<void> {
  await Promise.all(
    (['panorama', 'car'] as const).map((name) =>
      Object.assign(new Image(), { src: pictureAddress(name) }).decode(),
    ),
  )
}

/**
 * The moment of issue: the fort is drawn around the car, closes in the horns and opens into the
 * pass beneath. A press or a key ends it. Nothing in it is read, and nothing waits for it.
 */
export function IssueAnimation({ plate, onEnd }: IssueAnimationProps) {
  // Whatever is pressed, wherever.
  useEffect(() => {
    addEventListener('click', onEnd)
    addEventListener('keydown', onEnd)
    return () => {
      removeEventListener('click', onEnd)
      removeEventListener('keydown', onEnd)
    }
  }, [onEnd])
  return (
    <div
      className={styles.moment}
      aria-hidden="true"
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) onEnd()
      }}
    >
      <Picture of="panorama" eager className={styles.land} />
      <div className={styles.inside}>
        <svg viewBox="-180 -170 360 330" className={styles.fort} aria-hidden="true">
          {walls.map((path) => (
            <path key={path} className={styles.wall} pathLength="100" d={path} />
          ))}
          <g className={styles.curls}>
            {curls.map((path) => (
              <path key={path} d={path} />
            ))}
          </g>
        </svg>
        <div className={styles.held}>
          <Picture of="car" eager className={styles.car} />
          {plate ? (
            <span className={styles.plate}>
              <Plate plate={plate} />
            </span>
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** Each side from the ground up to its horn. */
const walls = [
  'M0 126H-112Q-150 126 -150 88V-62Q-150 -100 -112 -100H-16Q-4 -100 -4 -112V-124A18 18 0 0 0 -40 -124A11.5 11.5 0 0 0 -17 -124A5 5 0 0 0 -27 -124',
  'M0 126H112Q150 126 150 88V-62Q150 -100 112 -100H16Q4 -100 4 -112V-124A18 18 0 0 1 40 -124A11.5 11.5 0 0 1 17 -124A5 5 0 0 1 27 -124',
]
const curls = [
  'M-134 72V92Q-134 110 -116 110H-98M-134 72A9 9 0 0 1 -116 72A5 5 0 0 1 -125 73M-98 110A9 9 0 0 0 -98 92A5 5 0 0 0 -99 101',
  'M134 72V92Q134 110 116 110H98M134 72A9 9 0 0 0 116 72A5 5 0 0 0 125 73M98 110A9 9 0 0 1 98 92A5 5 0 0 1 99 101',
  'M-134 -46V-66Q-134 -84 -116 -84H-98M-134 -46A9 9 0 0 0 -116 -46A5 5 0 0 0 -125 -47M-98 -84A9 9 0 0 1 -98 -66A5 5 0 0 1 -99 -75',
  'M134 -46V-66Q134 -84 116 -84H98M134 -46A9 9 0 0 1 116 -46A5 5 0 0 1 125 -47M98 -84A9 9 0 0 0 98 -66A5 5 0 0 0 99 -75',
]
