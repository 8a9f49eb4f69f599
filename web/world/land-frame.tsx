import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'
import styles from './plate-land.module.css'

/** What the barrier of the land answers: it waits, is up, is down, or lies broken on the road. */
export type Gate = 'waits' | 'up' | 'down' | 'broken'

export type FrameProps = {
  title: string
  lead: string
  /** What else is said above the land. */
  children?: ReactNode
  /** Without a barrier: the steppe, drawn. */
  scene?: ReactNode
  gate?: Gate | undefined
  /** The plate on its posts. */
  plate?: ReactNode
  /** What stands on the ground below. */
  below?: ReactNode
  /** The page goes on without another one: a new title is read aloud. */
  live?: boolean
}

/** What the page says, a number plate on its posts by the road, and the ground it stands on. */
export const LandFrame = (props: FrameProps) => {
  const { title, lead, children, scene, gate, plate, below, live } = props
  return (
    <>
      <div className={styles.land} data-gate={gate}>
        <div className={`wrap ${styles.said}`} role={live ? 'status' : undefined}>
          <h1>{title}</h1>
          {lead ? <p>{lead}</p> : null}
          {children}
        </div>
        <div className={styles.stage} data-empty={plate ? undefined : ''}>
          {gate ? <Picture of="gate" part={gate} eager className={styles.gate} /> : scene}
          {plate ? <div className={styles.stand}>{plate}</div> : null}
        </div>
        {below ? (
          <div className={`deep ${styles.ground}`}>
            <div className={styles.fields}>{below}</div>
          </div>
        ) : null}
      </div>
      <div className={`frieze ${styles.hem}`} aria-hidden="true" />
    </>
  )
}

/** Below the land: on a wide screen two columns. */
export const BelowLand = ({ children }: { children: ReactNode }) => (
  <div className={`wrap ${styles.two}`}>{children}</div>
)
