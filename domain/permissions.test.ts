import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Level,
  type Matrix,
  matrixOf,
  permissionsOf,
  presetMatrix,
  presetName,
  presetOf,
  presets,
} from './permissions.ts'
import { sections } from './section.ts'

describe('permission matrix', () => {
  it('converts back to the permissions it was read from', () => {
    const level = fc.constantFrom<Level>('none', 'read', 'write')
    const matrix = fc.record(Object.fromEntries(sections.map((section) => [section, level])))
    fc.assert(
      fc.property(matrix, (levels) => {
        expect(matrixOf(permissionsOf(levels as Matrix))).toEqual(levels)
      }),
    )
  })
  it('takes the higher level of one section', () => {
    expect(matrixOf(['bills:read', 'bills:write']).bills).toBe('write')
  })
})

describe('presets', () => {
  it.each(presets)('$name: is recognised by its permissions alone', (preset) => {
    const stored = permissionsOf(presetMatrix(preset))
    expect(presetOf(matrixOf(stored))).toBe(preset)
    expect(presetName(matrixOf(stored.reverse()))).toBe(preset.name)
  })
  it.each(presets)('$name: is named after one change, and no longer after two', (preset) => {
    const one: Matrix = { ...presetMatrix(preset), office: 'read' }
    expect(presetName(one)).toBe(`${preset.name}, con modifiche`)
    expect(presetOf(one)).toBeNull()
    expect(presetName({ ...one, accounts: 'none' })).toBe('Personalizzato')
  })
  it('differ in three sections at least, so that one change is near one preset alone', () => {
    for (const one of presets)
      for (const other of presets.filter((each) => each !== one)) {
        const [a, b] = [presetMatrix(one), presetMatrix(other)]
        expect(sections.filter((section) => a[section] !== b[section]).length).toBeGreaterThanOrEqual(3)
      }
  })
  it('do not let anybody but the office give permissions', () => {
    for (const preset of presets) expect(presetMatrix(preset).office).toBe('none')
  })
  it('Sola lettura changes nothing', () => {
    const readOnly = presets.find(({ name }) => name === 'Sola lettura')
    expect(readOnly && Object.values(presetMatrix(readOnly))).not.toContain('write')
  })
})
