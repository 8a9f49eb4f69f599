import { LinkButton } from './button.tsx'
import styles from './end-band.module.css'
import { ArrowIcon } from './icons.tsx'

type Props = { title: string; text: string; to: string; action: string }

/** What a page was read for, once more at its end: one act, so that nobody has to scroll back. */
export const EndBand = ({ title, text, to, action }: Props) => (
  <section className={`deep ${styles.end}`} aria-labelledby="end">
    <div>
      <h2 id="end">{title}</h2>
      <p>{text}</p>
    </div>
    <LinkButton href={to} icon={<ArrowIcon />}>
      {action}
    </LinkButton>
  </section>
)
