/**
 * Kinds of records that an endpoint can name by id. Each noun declares its own in its contract file (`declare module`). The
 * access tests try every endpoint with a record of each kind (server/testing/records.ts).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the nouns fill it in.
export interface RecordKinds {}
export type RecordKind = keyof RecordKinds
