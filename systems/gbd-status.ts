/**
 * Who caused a status of the credit bureau's gateway (`gbdServices`).
 *
 * Evidence: a public reader of getPerson replies (`getConvertedXmlData`, two versions) tells
 * `SBF-VE-8`, `VAL-JSR-001`, `SBF-AD-1`, `FAULT-015`, `VAL-R-004` and `SCSE001` from success; a
 * public enumeration (`VerificationStatusCode`) has SCSS001, SCSE001, FAULT015.
 * Guess: what their beginnings mean (fault, validation of the message, validation of the values,
 * access denied). [A]
 */
type Side = 'theirs' | 'ours' | 'person' | 'consent'
const STATUS_SIDES: Readonly<Record<string, Side>> = {
  FAULT: 'theirs',
  VAL: 'ours',
  'SBF-VE': 'person',
  'SBF-AD': 'consent',
}

/**
 * As staff read it beside the system's last failure; the code itself is added, never a person's
 * data.
 */
const words: Record<Side | 'unknown', string> = {
  theirs: 'their service failed',
  ours: 'our request is wrong',
  person: "the person's data were not accepted",
  consent: 'no access, or no valid consent of the person',
  unknown: 'a status we do not know',
}

/** Returns the meaning of a status other than success, by its longest known beginning. */
export function statusMeaning(code: string): { side: Side | 'unknown'; words: string } {
  const beginning = Object.keys(STATUS_SIDES)
    .filter((start) => code.startsWith(start))
    .sort((a, b) => b.length - a.length)[0]
  const side = beginning === undefined ? 'unknown' : (STATUS_SIDES[beginning] ?? 'unknown')
  return { side, words: `${words[side]}: ${shown(code)}` }
}

/** Returns a code only: any other text may be a person's data. */
const shown = (code: string): string => (/^[A-Z0-9-]{1,20}$/i.test(code) ? code : 'unreadable code')
