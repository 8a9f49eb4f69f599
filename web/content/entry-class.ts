/**
 * The class that a driver enters the ladder by, of coefficient 1 (docs/law/ogpo-rules.md section 1):
 * where a page names a price before it knows the driver, it is of this one.
 */
export const entryClass = '3'
