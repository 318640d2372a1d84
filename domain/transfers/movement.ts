import { allowedWhen } from '../allowed-when.ts'

/**
 * What became of a movement of a bank account. `to_match`: there are proposals, or a certain match was not posted for a
 * reason; `partly`: a part of the money still waits; `credited`: it settled nothing and is the payer's credit; `flow`: the
 * sum of a collection through the bank, whose bills the flow settles; `returned`: the bank took it back later; `reversal`:
 * the bank takes back an earlier movement, or a debit that came back.
 */
export const movementStates = [
  'to_match',
  'to_explain',
  'partly',
  'matched',
  'credited',
  'flow',
  'reversal',
  'returned',
  'excluded',
] as const
export type MovementState = (typeof movementStates)[number]

export const movementStateLabels: Record<MovementState, string> = {
  to_match: 'Da abbinare',
  to_explain: 'Da spiegare',
  partly: 'In parte',
  matched: 'Abbinato',
  credited: 'A credito',
  flow: 'Incasso di un flusso',
  reversal: 'Storno',
  returned: 'Restituito',
  excluded: 'Escluso',
}

/** Whether somebody of the office still has to decide something. */
export const isOpenMovement = (state: MovementState): boolean =>
  state === 'to_match' || state === 'to_explain' || state === 'partly'

/** How a match came about. */
export const matchWays = ['automatic', 'confirmed', 'by_hand', 'linked'] as const
export type MatchWay = (typeof matchWays)[number]
export const matchWayLabels: Record<MatchWay, string> = {
  automatic: 'Automatico',
  confirmed: 'Proposta confermata',
  by_hand: 'A mano',
  linked: 'Collegato a un incasso già registrato',
}

/**
 * What supports a proposal, the strongest first. `registered`: the same money was registered by hand; `rule`: the payer's
 * IBAN was matched to this person before; `reference`: a reference that something contradicts or holds; `code`: amount and
 * tax code; `name`: amount and name; `near_code`, `near_name`: the payer alone, with another amount.
 */
export const proposalLevels = [
  'registered',
  'rule',
  'reference',
  'code',
  'name',
  'near_code',
  'near_name',
] as const
export type ProposalLevel = (typeof proposalLevels)[number]

const already = 'È già abbinato: per cambiare, annulla prima l’abbinamento.'
/** Which acts a movement allows, and why not. */
export const movementCan = allowedWhen<'match' | 'exclude' | 'include' | 'undo', MovementState>(
  {
    match: ['to_match', 'to_explain', 'partly'],
    exclude: ['to_match', 'to_explain'],
    include: ['excluded'],
    undo: ['partly', 'matched', 'credited'],
  },
  {
    to_match: 'Non è ancora abbinato.',
    to_explain: 'Non è ancora abbinato.',
    partly: 'È abbinato in parte: per escluderlo, annulla prima l’abbinamento.',
    matched: already,
    credited: already,
    flow: 'È l’incasso di un flusso: le sue bollette le chiude il flusso.',
    reversal: 'La banca con questo movimento riprende denaro: non è un incasso.',
    returned: 'La banca ha ripreso questo denaro: non c’è più niente da abbinare.',
    excluded: 'È escluso dagli incassi: rimettilo prima tra quelli da abbinare.',
  },
)
