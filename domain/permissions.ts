import { type Section, sections } from './section.ts'

/** How much of a section a sub-user was granted; `write` includes `read`. */
export type Level = 'none' | 'read' | 'write'
/** One level per section. */
export type Matrix = Record<Section, Level>

/** Converts permissions (`bills:write`) to one level per section. */
export function matrixOf(permissions: readonly string[]): Matrix {
  const level = (section: Section): Level =>
    permissions.includes(`${section}:write`)
      ? 'write'
      : permissions.includes(`${section}:read`)
        ? 'read'
        : 'none'
  return Object.fromEntries(sections.map((section) => [section, level(section)])) as Matrix
}

/** Converts back; sections without access are left out. */
export const permissionsOf = (matrix: Matrix) =>
  sections.flatMap((section) => {
    const level = matrix[section]
    return level === 'none' ? [] : [`${section}:${level}` as const]
  })

/** A usual set of permissions; sections that it does not name are not granted. */
export type Preset = { name: string; about: string; levels: Partial<Matrix> }

export const presets: readonly Preset[] = [
  {
    name: 'Contabilità',
    about:
      'Emette bollette e preventivi, sollecita, registra incassi e fa rimborsi; vede condomìni, persone e documenti ma non li modifica, e non gestisce lo studio.',
    levels: {
      accounts: 'read',
      subjects: 'read',
      bills: 'write',
      payments: 'write',
      debits: 'write',
      documents: 'read',
    },
  },
  {
    name: 'Segreteria',
    about:
      'Tiene aggiornati persone, recapiti e documenti; vede condomìni, bollette e incassi, ma non emette, non registra incassi e non rimborsa.',
    levels: { accounts: 'read', subjects: 'write', bills: 'read', payments: 'read', documents: 'write' },
  },
  {
    name: 'Sola lettura',
    about:
      'Vede condomìni, persone, bollette, incassi e documenti; non può modificare nulla e non vede chi lavora nello studio.',
    levels: {
      accounts: 'read',
      subjects: 'read',
      bills: 'read',
      payments: 'read',
      debits: 'read',
      documents: 'read',
    },
  },
]

export const customPreset = 'Personalizzato'

/** All sections of a preset; those that it does not name are at `none`. */
export const presetMatrix = ({ levels }: Preset): Matrix =>
  Object.fromEntries(sections.map((section) => [section, levels[section] ?? 'none'])) as Matrix

/** The preset that these permissions are exactly; null: none is. */
export const presetOf = (matrix: Matrix): Preset | null =>
  presets.find((preset) => changedSections(preset, matrix) === 0) ?? null

/**
 * What these permissions are called, always derived from them: the preset, `Contabilità, con modifiche` when one section
 * differs, else `Personalizzato`. The presets differ in at least three sections, so that only one can be that near.
 */
export function presetName(matrix: Matrix): string {
  const near = presets.find((preset) => changedSections(preset, matrix) <= 1)
  if (!near) return customPreset
  return changedSections(near, matrix) === 0 ? near.name : `${near.name}, con modifiche`
}

function changedSections(preset: Preset, matrix: Matrix): number {
  const levels = presetMatrix(preset)
  return sections.filter((section) => levels[section] !== matrix[section]).length
}
