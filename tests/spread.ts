import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long: they wait for processes that die, for tries that come again, for limits to
 * pass. Begun last, one would be waited for alone; all at once, they would crowd the machine.
 */
const long = [
  '/tests/chaos/',
  '/tests/failover/',
  '/tests/contract-database/model.test.ts',
  '/tests/outside/esbd.test.ts',
  '/server/home/rescind.test.ts',
  '/server/home/months.test.ts',
  '/server/contracts/attacks',
  '/server/payments/bank.test.ts',
  '/server/payments/model.test.ts',
]
const SHORT_BETWEEN = 6

/** A long file, some short ones, the next long file. */
export class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.includes(name))
    const short = sorted.filter((file) => !isLong(file))
    const spread = sorted
      .filter(isLong)
      .flatMap((file) => [file, ...short.splice(0, SHORT_BETWEEN)])
    return [...spread, ...short]
  }
}
