import styles from './small-plate.module.css'

/** A plate as a desk shows it in a row: the number, a bar, the region. */
export function SmallPlate({ plate }: { plate: string }) {
  const runs = plate.match(/[A-Z]+|\d+/g) ?? [plate]
  const region = /^\d{2,3} [A-Z]{2,3} \d{2}$/.test(runs.join(' ')) ? runs.pop() : undefined
  return (
    <span className={styles.plate}>
      <span className="visually-hidden">{plate}</span>
      <span aria-hidden="true">{runs.join(' ')}</span>
      {region ? <span aria-hidden="true">{region}</span> : null}
    </span>
  )
}
