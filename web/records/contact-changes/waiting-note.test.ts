import { expect, it } from 'vitest'
import { waitingNote } from './waiting-note.ts'

it('speaks of the old address only when the new one has to wait', () => {
  expect(waitingNote('nuova@example.it', 'prima@example.it')).toMatch(/al vecchio indirizzo/)
  expect(waitingNote(null, 'prima@example.it')).toMatch(/al vecchio indirizzo/)
  expect(waitingNote('nuova@example.it', 'nuova@example.it')).toBeNull()
  expect(waitingNote(null, null)).toBeNull()
  expect(waitingNote(undefined, 'prima@example.it')).toBeNull()
})
