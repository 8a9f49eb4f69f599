import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'
import { PlateInput } from './plate-input.tsx'
import styles from './plate-land.module.css'

type Props = {
  /** Where the form goes without a script. */
  action: string
  label: string
  /** What the page says above its land. */
  children: ReactNode
  /** Said below the plate while nothing is wrong with it, and where something is. */
  calm: string
  wrong: string
  /** What can be done with the plate. */
  buttons: ReactNode
}

/**
 * The number plate on its posts by the road, wherever a page of HTML alone begins with it. The field
 * has no name: without the script nothing of it gets into an address.
 */
export const PlateLand = ({ action, label, calm, wrong, buttons, children }: Props) => (
  <form className={styles.land} id="car" action={action} noValidate>
    {children}
    <div className={styles.stage}>
      <Drawing of="panorama" className={styles.scene} />
      <div className={styles.stand}>
        <PlateInput id="plate" label={label} labelled aria-describedby="said" />
      </div>
    </div>
    <div className={`deep ${styles.ground}`}>
      <div className={styles.fields}>
        <p id="said" aria-live="polite" data-plate={wrong}>
          {calm}
        </p>
        {buttons}
      </div>
    </div>
  </form>
)
