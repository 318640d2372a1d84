import type { Feature, Readers } from '../feature.ts'
import { groundFeatures, sections } from '../features.ts'

/** The readers of each table, collected from the manifests of the sections. */
export const readers = new Map<string, Readers>(
  [...Object.values<Feature>(groundFeatures), ...Object.values<Feature>(sections)].flatMap(
    ({ tables = {} }) => Object.entries(tables),
  ),
)
/** The tables that some sections read, with those sections. */
export const readBy = new Map(
  [...readers].flatMap(([table, by]) => (typeof by === 'string' ? [] : [[table, by] as const])),
)
