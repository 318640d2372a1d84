import type { AttemptState } from '../payments/payment.ts'

const words: { [S in AttemptState]?: string } = {
  recorded: 'Mai arrivato al provider',
  created: 'Da confermare',
  requires_action: 'Da approvare',
  processing: 'In corso',
  unknown: 'Nessuna risposta',
}

/** What an open attempt waits for, in Italian. */
export const attemptStateWords = (state: AttemptState): string => words[state] ?? 'Concluso'
