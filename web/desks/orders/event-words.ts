import { money, useTexts } from '../../texts.ts'
import jobWords from '../../ui/job-texts.ts'
import orderWords from '../../ui/order-words.ts'
import { systemWords } from '../shell/sale-texts.ts'
import { useTrouble } from '../status/trouble.ts'
import eventWords, { callWords } from './event-texts.ts'
import type { StaffOrder } from './order.ts'
import words from './texts.ts'

export type Event = StaffOrder['events'][number]

/** Returns a function that names an event. */
export function useEventTitle(): (event: Event) => string {
  const t = useTexts(words)
  const states = useTexts(orderWords)
  const jobs = useTexts(jobWords)
  const systems = useTexts(systemWords).names
  const asked = useTexts(callWords)
  const callTitle = (what: string) => {
    const [system = '', ...operation] = what.split('.')
    return `${systems[system] ?? system}, ${asked[what] ?? operation.join('.')}`
  }
  return ({ kind, what }) => {
    if (kind === 'order') return states.order[what] ?? what
    if (kind === 'payment') return states.payment[what] ?? what
    if (kind === 'policy') return states.policy[what] ?? what
    if (kind === 'refund') return states.refund[what] ?? what
    if (kind === 'message') return t.sent[what] ?? what
    if (kind === 'staff') return t.staffActs[what] ?? what
    if (kind === 'call') return callTitle(what)
    if (kind !== 'job') return what
    const [job = '', state = ''] = what.split('.')
    return `${jobs[job] ?? job}, ${t.jobStates[state] ?? state}`
  }
}

type Noted = { kind: string; actor: string; detail: string }

/** Returns functions that give the actor and the program's note in words of the page. */
export function useEventWords(): { by: (event: Noted) => string; note: (event: Noted) => string } {
  const t = useTexts(eventWords)
  const trouble = useTrouble()
  /** Formats milliseconds, tries and the reason of failure; the object is in the title above. */
  const callNote = (detail: string): string =>
    detail
      .replace(/^(\d+) ms/, t.milliseconds)
      .replace(
        /(, (?:×\d+, )?)[a-z]+ \S+?: (.+)$/s,
        (_, comma: string, reason: string) => comma + trouble(reason),
      )
  const word = (text: string): string => {
    const [, what, id = ''] = /^(attempt|reissued as|registered as|day) (\S+)$/.exec(text) ?? []
    const [, number] = /^Q[\w-]+-(\d+)$/.exec(what === 'attempt' ? id : text) ?? []
    if (number) return t.attemptNumber(number)
    if (what === 'attempt') return t.attempt(id)
    if (what === 'reissued as') return t.reissuedAs(id)
    if (what === 'registered as') return t.registeredAs(id)
    if (what === 'day') return t.day(id)
    const sum = /^(\d+) ₸$/.exec(text)?.[1]
    return sum ? money(Number(sum)) : (t.notes[text] ?? text)
  }
  return {
    // A call and a job have their own names instead of an actor.
    by: ({ kind, actor }) =>
      kind === 'call' || kind === 'job'
        ? ''
        : actor.startsWith('partner:')
          ? t.partner
          : (t.actors[actor] ?? actor),
    note: ({ kind, detail }) =>
      kind === 'staff'
        ? detail
        : kind === 'call'
          ? callNote(detail)
          : detail
              .split(/(?<=: |, )|(?=: |, )/)
              .map(word)
              .join(''),
  }
}
