import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AttemptState,
  attemptStates,
  attemptTransitions,
  declineReasons,
  declineSentence,
  isFinal,
  isOpen,
  mayMove,
} from './payment.ts'

const state = fc.constantFrom(...attemptStates)

describe('attemptTransitions', () => {
  it.each<[AttemptState, AttemptState]>([
    ['recorded', 'created'],
    ['created', 'requires_action'],
    ['requires_action', 'processing'],
    ['processing', 'succeeded'],
    ['processing', 'failed'],
    ['succeeded', 'returned'],
    ['succeeded', 'refunded'],
    ['disputed', 'succeeded'],
    ['refunded', 'succeeded'],
    ['disputed', 'returned'],
    ['unknown', 'succeeded'],
    ['unknown', 'failed'],
  ])('%s → %s', (from, to) => expect(mayMove(from, to)).toBe(true))

  it.each<[AttemptState, AttemptState]>([
    ['succeeded', 'failed'],
    ['succeeded', 'processing'],
    ['failed', 'succeeded'],
    ['cancelled', 'succeeded'],
    ['refunded', 'disputed'],
    ['returned', 'succeeded'],
    ['processing', 'unknown'],
    ['processing', 'created'],
    ['unknown', 'recorded'],
    ['succeeded', 'succeeded'],
  ])('never %s → %s', (from, to) => expect(mayMove(from, to)).toBe(false))

  it('names only states that exist', () => {
    for (const next of Object.values(attemptTransitions).flat()) expect(attemptStates).toContain(next)
  })

  it('has a way to an end from every state', () => {
    for (const from of attemptStates) {
      const reached = new Set<AttemptState>([from])
      for (const each of reached) for (const to of attemptTransitions[each]) reached.add(to)
      expect([...reached].some(isFinal)).toBe(true)
    }
  })
})

describe('isOpen and isFinal', () => {
  it('agree on the final states', () =>
    expect(attemptStates.filter(isFinal)).toEqual(['returned', 'failed', 'cancelled']))

  it('never reopen a closed attempt, for any events in any order', () => {
    fc.assert(
      fc.property(fc.array(state, { maxLength: 20 }), (news) => {
        let current: AttemptState = 'recorded'
        for (const next of news) {
          if (!mayMove(current, next)) continue
          if (!isOpen(current)) expect(isOpen(next)).toBe(false)
          expect(isFinal(current)).toBe(false)
          current = next
        }
      }),
    )
  })
})

describe('declineSentence', () => {
  it('says what to do', () => {
    expect(declineSentence('expired_card')).toBe('La carta è scaduta. Usa un’altra carta.')
    expect(declineSentence('account_closed')).toBe('Il conto è chiuso. Usa un altro IBAN.')
  })

  it.each([null, undefined, '', 'brand_new_code', 'toString'])('has a sentence for %j', (code) =>
    expect(declineSentence(code)).toMatch(/^Il pagamento non è riuscito/),
  )

  it('does not tell a thief the reason', () => {
    for (const code of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent']) {
      expect(declineSentence(code)).toBe(declineSentence('card_declined'))
    }
  })

  it('says what happened and what to do, without exclamation marks and straight apostrophes', () => {
    for (const sentence of Object.values(declineReasons)) {
      expect(sentence).toMatch(/^\p{Lu}.+\. ?.+\.$/u)
      expect(sentence).not.toMatch(/[!']/)
    }
  })
})
