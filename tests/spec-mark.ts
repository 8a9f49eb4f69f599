/** How the report of vitest names a row of the specification that a test shows. */
export const mark = 'spec '
