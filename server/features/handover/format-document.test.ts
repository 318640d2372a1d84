import { readFileSync } from 'node:fs'
import { handoverFormat, handoverVersion } from '@saldo/domain/handover/format'
import { expect, it } from 'vitest'
import { tablesInWords } from './format-document.ts'

it('docs/handover-format.md describes the tables that are written and read', () => {
  const document = readFileSync(new URL('../../../docs/handover-format.md', import.meta.url), 'utf8')
  expect(document.slice(document.indexOf('### `')).trim()).toBe(tablesInWords())
  expect(document).toContain(`"format": "${handoverFormat}"`)
  expect(document).toContain(`"version": ${handoverVersion}`)
})
