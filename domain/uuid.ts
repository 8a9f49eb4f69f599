const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a text may go to the database as an id: anything else fails the whole query. */
export const isUuid = (text: string): boolean => UUID.test(text)
