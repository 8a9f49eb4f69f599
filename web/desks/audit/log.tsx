import { useState } from 'react'
import { almatyDay } from '#domain/calendar.ts'
import { useRowKeys } from '../shell/keys.ts'
import styles from './audit.module.css'
import { Chips } from './chips.tsx'
import { DayBar } from './day-bar.tsx'
import { Entries } from './entries.tsx'
import { type Filter, useFilter } from './filter.ts'
import { Verify } from './verify.tsx'

/**
 * The log: what its seals say above, what narrows it, the bar of the day, the acts as sentences
 * with the same ones folded.
 */
export function Log() {
  const { filter, change } = useFilter()
  const [folded, setFolded] = useState(true)
  const [codes, setCodes] = useState(false)
  useRowKeys()
  return (
    <div className={styles.log}>
      <Verify />
      <Chips
        filter={filter}
        day={barDay(filter)}
        onChange={change}
        folded={folded}
        onFolded={setFolded}
        codes={codes}
        onCodes={setCodes}
      />
      <DayBar filter={filter} day={barDay(filter)} onChange={change} />
      <Entries key={JSON.stringify(filter)} filter={filter} folded={folded} codes={codes} />
    </div>
  )
}

/** The bar is of the last day that is asked about; without any of today. */
const barDay = ({ from, to }: Filter): string => to ?? from ?? almatyDay(new Date())
