import styles from './plate.module.css'

/** A number plate as on a car: the number, a bar, the region (`123ABC02`, `123 ABC 02`). */
export function Plate({ plate }: { plate: string }) {
  const runs = plate.match(/[A-Z]+|\d+/g) ?? [plate]
  const region = /^\d{2,3} [A-Z]{2,3} \d{2}$/.test(runs.join(' ')) ? runs.pop() : undefined
  return (
    <span className={styles.plate}>
      <span className="visually-hidden">{plate}</span>
      <span className={styles.country} aria-hidden="true">
        <PlateFlag className={styles.flag} />
        <b>KZ</b>
      </span>
      <span className={styles.number} aria-hidden="true">
        {runs.join(' ')}
      </span>
      {region ? (
        <span className={styles.region} aria-hidden="true">
          {region}
        </span>
      ) : null}
    </span>
  )
}

/** The flag in the corner of a plate. */
export const PlateFlag = ({ className }: { className: string | undefined }) => (
  <svg viewBox="0 0 30 20" className={className} aria-hidden="true">
    <path className={styles.sky} d="M0 0h30v20H0z" />
    <path
      className={styles.sun}
      d="M15 4.5a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM7 13.2Q11 15 15 13.6Q19 15 23 13.2Q20 17.4 15 17Q10 17.4 7 13.2Z"
    />
  </svg>
)
