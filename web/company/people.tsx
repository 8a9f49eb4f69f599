import styles from './people.module.css'

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

/** The fort of the mark around two letters: who somebody is, where there is no portrait. */
const Seal = ({ name }: { name: string }) => (
  <svg className={`deep ${styles.seal}`} viewBox="-180 -202 360 396" aria-hidden="true">
    <path d={wall} />
    <path d={wall} transform="scale(-1 1)" />
    <text y="50">{initialsOf(name)}</text>
  </svg>
)

/** Half of the fort, from the ground up to its horn. */
const wall =
  'M0 126H-112Q-150 126 -150 88V-62Q-150 -100 -112 -100H-16Q-4 -100 -4 -112V-124A18 18 0 0 0 -40 -124A11.5 11.5 0 0 0 -17 -124A5 5 0 0 0 -27 -124'

/** Name and surname of a person, who is written surname first; the first two words of a company. */
function initialsOf(name: string): string {
  const inQuotes = /«(.+)»/.exec(name)?.[1]
  const [one = '', two = ''] = (inQuotes ?? name).split(' ').map((word) => word.charAt(0))
  return inQuotes ? one + two : two + one
}
