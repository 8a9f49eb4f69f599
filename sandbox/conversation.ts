import { clock, linked, text } from './pages.ts'
import type { Answer, SandboxWorld } from './world.ts'

type Line = { side: 'in' | 'out'; from: string; text: string; at: string }

/**
 * SMS and the owner's answers in the order of time, newest last as a phone shows them; the last
 * hundred.
 */
export function conversation(world: SandboxWorld, phone: string): Line[] {
  const received = world.messages
    .filter(({ to }) => to === phone)
    .map(({ from, text, at }): Line => ({ side: 'in', from, text, at }))
  const answers = [...world.store<Answer>('phone.answers').values()]
    .filter(({ from }) => from === phone)
    .map(({ text, at }): Line => ({ side: 'out', from: '1414', text, at }))
  return [...received, ...answers].sort((a, b) => a.at.localeCompare(b.at)).slice(-100)
}

/** 1414 asks yes or no; its other messages carry a code. */
export const isQuestion = (line: Line) => line.from === '1414' && !/\d{4,}/.test(line.text)

export const bubble = (line: Line) =>
  `<div class="bubble ${line.side}"><p class="from">${line.side === 'in' ? text(line.from) : '→ 1414'} · <time>${clock(line.at)}</time></p><p>${linked(line.text)}</p></div>`
