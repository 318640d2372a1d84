import type { Feature, Readers } from '../feature.ts'
import { groundFeatures, sections } from '../features.ts'

/** Who reads each table, as the manifests declare it. */
export const readers = new Map<string, Readers>(
  [...Object.values<Feature>(groundFeatures), ...Object.values<Feature>(sections)].flatMap(
    ({ tables = {} }) => Object.entries(tables),
  ),
)
/** The tables that some sections read, with those sections. */
export const readBy = new Map(
  [...readers].flatMap(([table, by]) => (typeof by === 'string' ? [] : [[table, by] as const])),
)
