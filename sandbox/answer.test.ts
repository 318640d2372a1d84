import { expect, it, vi } from 'vitest'
import { errorAnswer } from './answer.ts'

it('the log tells where an error was thrown, and not its message, which may quote what was sent', () => {
  const written: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const error = new TypeError('cannot read IT60 X054\nof Marcafine')
  expect(errorAnswer(error).status).toBe(500)
  stderr.mockRestore()
  expect(written.join('')).toMatch(/^sandbox: TypeError\n {4}at .*answer\.test\.ts/)
  expect(written.join('')).not.toMatch(/IT60|Marcafine/)
})
