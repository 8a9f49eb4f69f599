const line = { fill: 'none', stroke: 'var(--ink-soft)', strokeWidth: 1.5 } as const

/** A paper as it looks from afar, by its slot: of papers nothing is decoded. */
export function Sheet({ slot }: { slot: string }) {
  if (slot === 'id_front' || slot === 'id_back')
    return (
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <rect x="5" y="11" width="34" height="22" rx="2.5" fill="var(--card)" />
        {slot === 'id_front' ? (
          <>
            <circle cx="13" cy="19.5" r="3" {...line} />
            <path
              d="M8.5 28.5c.5-3 2.2-4.5 4.5-4.5s4 1.5 4.5 4.5M22 18h12M22 23h12M22 28h7"
              {...line}
            />
          </>
        ) : (
          <path d="M10 17h12M10 22h7M10 29h24" strokeDasharray="3 1.5" {...line} />
        )}
      </svg>
    )
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true">
      <rect x="11" y="6" width="22" height="32" rx="1.5" fill="var(--card)" />
      <path d={drawings[slot] ?? PLAIN} {...line} />
    </svg>
  )
}

const PLAIN = 'M15 13h14M15 18h14M15 23h14M15 28h9'
const drawings: Record<string, string> = {
  /** Signed. */
  claim_application: 'M15 12h14M15 17h14M15 22h9M16 32c2-5 4-5 4-1s3 1 4-1 2 2 4 1',
  /** Where the money goes. */
  payment_application: 'M15 12h14M15 17h9M18 24h8M18 27.5h8M22 27.5V34',
  /** Stamped. */
  event_document: 'M15 12h14M15 17h14M15 22h9M27 27.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z',
  /** Its sums. */
  damage_document: 'M15 12h14M15 18h6M26 18h3M15 23h6M26 23h3M15 28h6M26 28h3M24 33h5',
}
