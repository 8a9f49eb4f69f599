import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { z } from 'zod'

/** XML of the gateway: built and read. */

/** Values of an XML element: text, children, lists of equal children. Attributes begin with `@`. */
export type XmlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | XmlValue[]
  | { [name: string]: XmlValue }

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
})
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  htmlEntities: true,
})

export const buildXml = (value: { [name: string]: XmlValue }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${builder.build(value)}`
/**
 * Elements without prefixes and attributes, every value a string. Throws on XML that cannot be
 * read.
 */
export const parseXml = (text: string): unknown => parser.parse(text, true)

/** An empty element reads as an empty string: both mean "nothing here". */
export const orNothing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
/** A list of one arrives as a single element, a list of none as nothing or an empty string. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? value : [value]),
    z.array(item),
  )
