/** What an office writes down about a person. */
export const noteKindLabels = { note: 'Nota', call: 'Telefonata' } as const
export type NoteKind = keyof typeof noteKindLabels
export const noteKinds = Object.keys(noteKindLabels) as [NoteKind, ...NoteKind[]]
