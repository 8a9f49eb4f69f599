import type { MouseEventHandler, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type Shared = {
  variant?: ButtonVariant | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
  size?: 'normal' | 'small' | undefined
  icon?: ReactNode
  className?: string | undefined
  children: ReactNode
}
export type ButtonProps = Shared & {
  type?: 'button' | 'submit' | undefined
  /**
   * The action is running: the button keeps its place and focus, shows it and refuses a second
   * press.
   */
  busy?: boolean | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
  name?: string | undefined
  value?: string | undefined
  form?: string | undefined
  'aria-label'?: string | undefined
  'aria-expanded'?: boolean | undefined
  'aria-controls'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-keyshortcuts'?: string | undefined
}

type Look = Omit<Shared, 'children'> & { busy?: boolean | undefined }
const look = ({ variant = 'primary', wide, size, className, busy }: Look) =>
  classNames(
    styles.button,
    styles[variant],
    wide && styles.wide,
    busy && styles.busy,
    size === 'small' && styles.small,
    className,
  )

/** A button of an action. Its label names the effect («36 094 ₸ төлеу»), never «Next». */
export function Button({
  variant: kind,
  wide,
  size,
  icon,
  className,
  children,
  busy,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant: kind, wide, size, className, busy })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  )
}

export type LinkButtonProps = Shared & {
  href: string
  download?: boolean | undefined
  target?: '_blank' | undefined
  /** Another site, which is meant: pages follow no other link that leaves ours. */
  external?: boolean | undefined
}

/** A link that looks like a button; `href` is from `pathOf`. */
export function LinkButton({
  variant: kind,
  wide,
  size,
  icon,
  className,
  children,
  target,
  external,
  ...rest
}: LinkButtonProps) {
  return (
    <a
      {...rest}
      target={target}
      rel={[target && 'noopener', external && 'external'].filter(Boolean).join(' ') || undefined}
      className={look({ variant: kind, wide, size, className })}
    >
      {icon}
      <span>{children}</span>
    </a>
  )
}
