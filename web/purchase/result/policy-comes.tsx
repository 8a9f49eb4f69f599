import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './order-view.module.css'

/** Place of the pass: as tall as the screen, so that it pushes nothing away. */
export const PolicyComes = () => (
  <div className={styles.comes} data-comes>
    <Skeleton shape="card" />
  </div>
)
