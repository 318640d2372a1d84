import { MantineProvider } from '@mantine/core'
import type { ProofWanted } from '@saldo/contract/endpoint'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import StepUpDialog from './StepUpDialog.tsx'

const shown = (...ways: ProofWanted['ways']) =>
  renderToStaticMarkup(
    <MantineProvider>
      <StepUpDialog asking={{ ways, done: () => undefined, cancel: () => undefined }} />
    </MantineProvider>,
  )

it('asks for the password, and gives no reason, if nothing else protects the access', () => {
  const html = shown('password')
  expect(html).toContain('current-password')
  expect(html).not.toContain('secondo passo')
})

it('asks for the second step and says why, without offering the password', () => {
  const html = shown('totp', 'recovery_code')
  expect(html).toContain('La password non basta')
  expect(html).toContain('one-time-code')
  expect(html).toContain('Usa un codice di recupero')
  expect(html).not.toContain('Usa la password')
})
