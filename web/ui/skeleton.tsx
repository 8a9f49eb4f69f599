import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

/**
 * Placeholder of loading content. With a label it stands for all of it, and the page hides its
 * footer meanwhile (`data-comes`).
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
