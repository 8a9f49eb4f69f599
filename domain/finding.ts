import type * as refusals from './refusals.ts'

/** The number of a refusal on the wire. */
export type RefusalCode = (typeof refusals)[keyof typeof refusals]

/**
 * One reason why something may not go on: about a person (`iin`), a car (`plate`) or the whole;
 * `reason` picks among texts of one code.
 */
export type Finding = { code: RefusalCode; iin?: string; plate?: string; reason?: string }
