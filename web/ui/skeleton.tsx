import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

/**
 * Where something will stand once it has arrived. With its label it stands for all of it, and the
 * page keeps its foot back meanwhile (`data-comes`).
 */
export const Skeleton = ({
  shape = 'line',
  label,
}: {
  shape?: 'line' | 'title' | 'card'
  label?: string | undefined
}) => (
  <div
    className={classNames(styles.skeleton, styles[shape])}
    role={label ? 'status' : undefined}
    data-comes={label ? '' : undefined}
  >
    {label ? <span className="visually-hidden">{label}</span> : null}
  </div>
)
