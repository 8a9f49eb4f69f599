import { z } from 'zod'

/**
 * The open-data interface of the address register (data.egov.kz): `GET
 * /api/v4/{set}/v1?apiKey=…&source={json}`, the answer an array of rows
 * (docs/law/external-systems.md section 7). Spelling of the link fields differs between the sets;
 * fields we do not read are left out.
 */
export const sets = {
  territories: 's_ats',
  streets: 's_geonims',
  buildings: 's_buildings',
  flats: 's_pb',
} as const
export type SetName = (typeof sets)[keyof typeof sets]

export const pathOf = (set: SetName): string => `/api/v4/${set}/v1`

/** The Elasticsearch-style body in `source`. */
export const Source = z.object({
  from: z.int().min(0),
  size: z.int().min(1).max(10_000),
  query: z.object({ term: z.object({ rca: z.string() }) }).optional(),
})

const id = z.union([z.string(), z.number()]).transform(String)
const link = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null ? null : String(value)))
const words = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')
const actual = z
  .union([z.boolean(), z.string(), z.number()])
  .optional()
  .transform((value) => value === undefined || [true, 'true', '1', 1].includes(value))

export const Territory = z.object({ id, parent_id: link, name_kaz: words, name_rus: words })
export const Street = z.object({ id, s_ats_id: link, name_kaz: words, name_rus: words })
export const Building = z.object({
  id,
  s_ats_id: link,
  s_geonim_id: link,
  s_geonims_id: link,
  number: words,
  full_path_kaz: words,
  full_path_rus: words,
  rca: words,
  actual,
})
export const Flat = z.object({ id, s_building_id: id, number: words, rca: words, actual })
