import { Picture } from '../world/picture.tsx'
import styles from './line-head.module.css'

/** What a page is for, over the wire that runs to a lit yurt: somebody answers. */
export const LineHead = ({ title, lead }: { title: string; lead: string }) => (
  <>
    <div className={styles.sky}>
      <div className={`wrap ${styles.say}`}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      <Picture of="line" eager className={styles.line} />
    </div>
    <div className={`frieze ${styles.hem}`} aria-hidden="true" />
  </>
)
