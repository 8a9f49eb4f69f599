import type { ReactNode } from 'react'
import { Button, LinkButton } from './button.tsx'
import styles from './end-band.module.css'
import { ArrowIcon } from './icons.tsx'

type Props = {
  title: string
  text: string
  action: string
  /** Picture of the subject. */
  picture?: ReactNode
  /** Its link; or the page's form that it submits, with what was chosen there. */
} & ({ to: string } | { form: string })

/** The page's main act once more at its end, so that nobody has to scroll back. */
export const EndBand = ({ title, text, action, picture, ...act }: Props) => (
  <section className={`deep ${styles.end}`} aria-labelledby="end">
    {picture}
    <div>
      <h2 id="end">{title}</h2>
      <p>{text}</p>
    </div>
    {'to' in act ? (
      <LinkButton href={act.to} icon={<ArrowIcon />}>
        {action}
      </LinkButton>
    ) : (
      <Button type="submit" form={act.form} icon={<ArrowIcon />}>
        {action}
      </Button>
    )}
  </section>
)
