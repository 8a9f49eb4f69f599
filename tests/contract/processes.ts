import type { Answer, Job, Process, World } from './world.ts'

/** Starts work that only one at a time may do for `key`; false when another is at it. */
export function spawn(world: World, name: string, key: string | null, run: Job): boolean {
  if (key !== null && world.locked.has(key)) return false
  if (key !== null) world.locked.add(key)
  world.processes.push({ name, key, at: 'begin', run })
  return true
}

function over(world: World, process: Process): void {
  if (process.key !== null) world.locked.delete(process.key)
  world.processes = world.processes.filter((one) => one !== process)
}

/** One step: to before or after the next call outside, or the next commit. */
export function step(world: World, process: Process): void {
  const { done, value } = process.run.next()
  if (done) over(world, process)
  else process.at = value
}

/**
 * The process dies where it stands and its lock is free. `landsLater`: a call it has just made
 * still arrives.
 */
export function kill(world: World, process: Process, landsLater: boolean): void {
  if (landsLater && process.at.startsWith('fly:')) world.flying.push(process.at.slice(4))
  over(world, process)
}

export function runAll(world: World): void {
  for (let process = world.processes[0]; process; process = world.processes[0]) {
    step(world, process)
    // The others go on meanwhile.
    if (world.processes[0] === process) world.processes.push(...world.processes.splice(0, 1))
  }
}

/**
 * How the outside answers the call that is made now; once it has answered otherwise, it answers
 * well again.
 */
export function answerOf(world: World): Answer {
  const { answer } = world
  if (answer === 'yes' || world.answersBefore > 0) {
    world.answersBefore -= 1
    return 'yes'
  }
  world.answer = 'yes'
  return answer
}
