import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isLong } from './long-files.ts'

const SHORT_BETWEEN = 6

/** A long file, some short ones, the next long file. */
export class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const short = sorted.filter(({ moduleId }) => !isLong(moduleId))
    const spread = sorted
      .filter(({ moduleId }) => isLong(moduleId))
      .flatMap((file) => [file, ...short.splice(0, SHORT_BETWEEN)])
    return [...spread, ...short]
  }
}
