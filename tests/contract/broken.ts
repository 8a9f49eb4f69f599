/** What the rules, or the order of steps around them, have broken. */
class Broken extends Error {}

export function broken(what: string): never {
  throw new Broken(what)
}
