/**
 * The class of most drivers: where the page names a price before it knows them, it is of this one.
 */
export const commonestClass = '7'
