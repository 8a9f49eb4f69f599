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

/** Whether the test file of this path, which begins with a slash, takes long. */
export const isLong = (path: string): boolean => long.some((name) => path.includes(name))
