import { allowedWhen } from '../allowed-when.ts'

/** The document types required of an office, a condominium and a person, with their labels. */
export const documentTypes = {
  customer: {
    identity: 'Documento d’identità',
    tax_code: 'Codice fiscale o tessera sanitaria',
    chamber_of_commerce: 'Visura camerale',
    vat_certificate: 'Certificato di partita IVA',
    contract: 'Contratto firmato',
    insurance: 'Polizza di responsabilità civile',
    training: 'Attestato di formazione',
    logo: 'Logo, per le stampe',
    signature: 'Firma, per le stampe',
    other: 'Altro',
  },
  account: {
    appointment: 'Delibera di nomina',
    tax_code: 'Attribuzione del codice fiscale',
    bank: 'Intestazione del conto',
    regulation: 'Regolamento',
    minutes: 'Verbale di assemblea',
    register: 'Registro di anagrafe',
    other: 'Altro',
  },
  subject: {
    identity: 'Documento d’identità',
    tax_code: 'Codice fiscale o tessera sanitaria',
    deed: 'Atto di proprietà',
    lease: 'Contratto di locazione',
    mandate: 'Mandato firmato',
    proxy: 'Delega',
    other: 'Altro',
  },
} as const
export type DocumentOwner = keyof typeof documentTypes

/** Documents of an office that its prints show: pictures, of at most this many bytes. */
export const letterheadTypes = ['logo', 'signature'] as const
export type LetterheadType = (typeof letterheadTypes)[number]
export const isLetterheadType = (type: string): type is LetterheadType =>
  (letterheadTypes as readonly string[]).includes(type)
export const mostLetterheadBytes = 1024 * 1024

/** The label of a document type; the type itself if it is no longer offered. */
export const documentTypeName = (owner: DocumentOwner, type: string): string =>
  (documentTypes[owner] as Record<string, string>)[type] ?? type

/** `waiting` and `infected` are results of the virus scan; the others are a reviewer's decision. */
export type DocumentPhase = 'waiting' | 'infected' | 'to_check' | 'checked' | 'invalid'

/** The scan comes first: a file that is not known to be clean is neither opened nor reviewed. */
export const documentPhase = ({ state, scan }: { state: string; scan: string }): DocumentPhase =>
  scan === 'waiting' || scan === 'infected' ? scan : (state as DocumentPhase)

export const documentCan = allowedWhen<'download' | 'check' | 'invalidate' | 'delete', DocumentPhase>(
  {
    download: ['to_check', 'checked', 'invalid'],
    check: ['to_check', 'checked', 'invalid'],
    invalidate: ['to_check', 'checked', 'invalid'],
    delete: ['waiting', 'infected', 'to_check', 'invalid'],
  },
  {
    waiting: 'Il controllo antivirus non è ancora finito: riprova fra poco.',
    infected: 'Nel file c’è un virus: non si apre e non è stato conservato.',
    to_check: 'È ancora da verificare.',
    checked: 'È già verificato: per toglierlo scrivi all’assistenza.',
    invalid: 'È stato segnato come non valido.',
  },
)

/** The largest accepted file, in bytes. */
export const mostDocumentBytes = 20 * 1024 * 1024

/** The accepted file types: content type → file name extensions, the usual one first. */
export const documentFormats: Record<string, readonly string[]> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'application/pkcs7-mime': ['p7m'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
}
