import { plateMask } from './car-masks.ts'
import { classNames } from './class-names.ts'
import { MaskedField, type MaskedFieldProps } from './masked-field.tsx'
import styles from './plate.module.css'
import { PlateFlag } from './plate.tsx'

/**
 * State number in a row of a form, painted as the plate it is; Cyrillic letters become the Latin ones of
 * the plate. `clean` in `onValue` is `123ABC02`.
 */
export const PlateField = ({ className, ...props }: Omit<MaskedFieldProps, 'rule' | 'prefix'>) => (
  <MaskedField
    autoCapitalize="characters"
    placeholder="123 ABC 02"
    {...props}
    className={classNames(styles.typed, className)}
    prefix={<PlateFlag className={styles.corner} />}
    rule={plateMask}
  />
)
