import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ErrorIcon, InfoIcon, SuccessIcon, WarnIcon } from './icons.tsx'
import styles from './notice.module.css'

const icons = { info: InfoIcon, warn: WarnIcon, error: ErrorIcon, success: SuccessIcon }

export type NoticeProps = {
  tone: keyof typeof icons
  /** The word beside the icon: the state is never colour alone. */
  title: string
  children?: ReactNode
  /** The likeliest thing to do now. */
  action?: ReactNode
  /** Announced when it appears by itself. */
  live?: boolean | undefined
}

/** A notice: what happened, to what, and what to do now. */
export function Notice({ tone, title, children, action, live }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      className={classNames(styles.notice, styles[tone])}
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
    >
      <Icon className={styles.icon} />
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {children ? <div>{children}</div> : null}
        {action ? <div className={styles.action}>{action}</div> : null}
      </div>
    </div>
  )
}
