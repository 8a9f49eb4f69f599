import { onHome, onOgpo } from './happenings.ts'
import { page } from './home.ts'
import { firstOrder } from './ogpo.ts'
import { newWorld, type Rules, type World } from './world.ts'

/**
 * One thing that somebody does or that happens. `which`: to the newest of them, the one before it,
 * …; `how`: in what way, 0 to 7.
 */
export type Command = { do: string; which: number; how: number }
/**
 * `begun`: it begins with a contract that is paid and registered, or with the next try to charge a
 * card whose end is not known.
 */
export type Story = {
  product: 'ogpo' | 'home'
  how: number
  begun: Begun
  commands: readonly Command[]
}
export const beginnings = {
  ordered: [],
  bought: ['run', 'pay', 'run'],
  charged: ['run', 'pay', 'run', 'month', 'answers', 'charge', 'run'],
} as const
export type Begun = keyof typeof beginnings
const times = (count: number, ...names: string[]): string[] =>
  names.flatMap((name) => Array.from({ length: count }, () => name))
const menus = {
  ogpo: [
    ...times(6, 'run', 'pay', 'step'),
    ...times(5, 'reissue', 'end'),
    ...times(3, 'job', 'answers'),
    ...times(2, 'kill', 'day', 'another', 'partner', 'chargeback', 'retry', 'drop'),
    ...times(
      1,
      'notice',
      'declined',
      'details',
      'lands',
      'claim',
      'issue',
      'giveBack',
      'endJob',
      'sendTwice',
    ),
  ],
  home: [
    ...times(6, 'run', 'pay', 'step', 'charge'),
    ...times(4, 'answers', 'month', 'declined', 'day'),
    ...times(2, 'kill', 'another', 'cancel', 'chargeback', 'job'),
    ...times(1, 'notice', 'details', 'retry', 'lands', 'register', 'card', 'sendTwice'),
  ],
}
const LONGEST_MENU = 64
export const HIGHEST = LONGEST_MENU * 64 - 1

/** A number is a command: the fast generator's way; every number is one. */
export function commandOf(product: Story['product'], number: number): Command {
  const menu = menus[product]
  return {
    do: menu[(number >> 6) % menu.length] ?? 'run',
    which: (number >> 3) & 7,
    how: number & 7,
  }
}

/**
 * A new contract with its first order, or subscription, and what happens to it. What does not suit
 * the moment does nothing.
 */
export function live(rules: Rules, { product, how, begun, commands }: Story): World {
  const common = {
    id: product === 'home' ? 'H1' : 'O1',
    payments: [],
    refunds: [],
    overdrawn: [],
    client: 0,
    policies: [],
    terminations: [],
    claims: [],
  }
  const subscription = {
    id: 'H1',
    state: 'awaiting_payment' as const,
    commission: 450,
    nextPeriod: 0,
  }
  const months = [{ period: 0, state: 'due' as const, amount: 2_999 }]
  const world = newWorld(
    rules,
    product === 'home'
      ? { ...common, product, subscription, months }
      : { ...common, product, orders: [] },
  )
  if (product === 'home') page(world)
  else firstOrder(world, how)
  const does = product === 'home' ? onHome : onOgpo
  const first = beginnings[begun].map((name) => ({
    do: name,
    which: 0,
    how: name === 'answers' ? 3 : 1,
  }))
  for (const command of [...first, ...commands]) does[command.do]?.(world, command)
  return world
}
