import styles from './people.module.css'
import { Seal } from './seal.tsx'

type Person = {
  href: string
  name: string
  /** Position or share. */
  rank: string
  about: readonly string[]
}

/** Who stands behind the company; the whole card leads to the person's own page. */
export const People = ({ people }: { people: readonly Person[] }) => (
  <ul className={styles.people}>
    {people.map(({ href, name, rank, about }) => (
      <li key={href} className={styles.person}>
        <Seal name={name} />
        <div className={styles.words}>
          <h2>
            <a href={href}>{name}</a>
          </h2>
          <p className={styles.rank}>{rank}</p>
          {about.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </li>
    ))}
  </ul>
)
