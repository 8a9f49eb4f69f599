/**
 * Which requests a process refuses when more come than it can answer. One number,
 * the pressure, rises while answers are late and falls when they are not; each kind of request has
 * its place on the way up. Refusing early and little keeps those it takes in time: without it every
 * answer of a full process would be late, and a late answer is lost work.
 */

/**
 * `first`: money and what it buys. `ordinary`: work that may start later. `repeated`: polls that
 * are sent again anyway.
 */
export type Importance = 'first' | 'ordinary' | 'repeated'

/** Signs that a process is overloaded; its load is 1 at its full capacity. */
export type Signs = {
  /** Mean delay of due timers in this process, milliseconds, since the last measurement. */
  lateMs: number
  /** Questions to the database that wait for a connection. */
  waiting: number
}

/**
 * An answer takes some thirty turns of the process: later than this at each, and a calculation
 * misses its time limit.
 */
const LATE_MS = 60
/** More than this waiting would wait longer than the answers they belong to may take. */
const WAITING = 32
/**
 * Look-ups under way for each session of the unified database. A price makes some dozen calls in
 * sequence and each waits for all before it: with more than this it misses its time limit, and its
 * earlier calls were wasted.
 */
const PER_SESSION = 3
export const MOST_PRESSURE = 3
/** By how much the pressure changes in a second of twice the work a process can do, and of none. */
const PER_SECOND = 1
const STEEPEST = 2

/** From which pressure on some are refused, and from which all but `spared`. */
const places: Record<Importance, { from: number; full: number; minimumShare: number }> = {
  // One of four is answered all the same: who has paid learns that the policy is there.
  repeated: { from: 0, full: 1, minimumShare: 0.25 },
  ordinary: { from: 0.5, full: 1.5, minimumShare: 0 },
  first: { from: 2, full: MOST_PRESSURE, minimumShare: 0 },
}

/** The process's own load. */
export const loadOf = ({ lateMs, waiting }: Signs): number =>
  Math.max(lateMs / LATE_MS, waiting / WAITING)

/** The load of the unified database's sessions, by the look-ups under way for each. */
export const sessionsLoad = (perSession: number): number => perSession / PER_SESSION

/** Returns the pressure after a number of seconds of this load. */
export function pressureAfter(pressure: number, load: number, seconds: number): number {
  const change = Math.min(STEEPEST, load - 1) * PER_SECOND * seconds
  return Math.min(MOST_PRESSURE, Math.max(0, pressure + change))
}

/** The share of requests of this importance to be refused, from 0 to 1. */
export function refusedShare(importance: Importance, pressure: number): number {
  const { from, full, minimumShare } = places[importance]
  const along = Math.min(1, Math.max(0, (pressure - from) / (full - from)))
  return along * (1 - minimumShare)
}

/** When to come again, seconds: the later the fuller it is. */
export const comeAgainIn = (pressure: number): number => 2 + Math.round(pressure * 2)
