import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

/** Where something will stand once it has arrived. */
export const Skeleton = ({
  shape = 'line',
  label,
}: {
  shape?: 'line' | 'title' | 'card'
  label?: string | undefined
}) => (
  <div className={classNames(styles.skeleton, styles[shape])} role={label ? 'status' : undefined}>
    {label ? <span className="visually-hidden">{label}</span> : null}
  </div>
)
