/** The sections of the product. A sub-user has a permission per section. */
export const sections = [
  'accounts',
  'subjects',
  'bills',
  'payments',
  'debits',
  'documents',
  'office',
] as const
export type Section = (typeof sections)[number]
/** Those that show money. */
export const moneySections = ['bills', 'payments', 'debits'] as const satisfies readonly Section[]
/** Their labels on screen. */
export const sectionNames: Record<Section, string> = {
  accounts: 'Condomìni',
  subjects: 'Anagrafica',
  bills: 'Bollette',
  payments: 'Transazioni',
  debits: 'Addebiti e metodi di pagamento',
  documents: 'Documenti',
  office: 'Studio e collaboratori',
}
