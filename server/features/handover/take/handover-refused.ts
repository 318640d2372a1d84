/** The whole ZIP is refused: a sentence in Italian, the file in the ZIP and its row (the header is 1), if one is to blame. */
export class HandoverRefused extends Error {
  readonly file: string | null
  readonly row: number | null

  constructor(message: string, file: string | null = null, row: number | null = null) {
    super(message)
    this.name = 'HandoverRefused'
    this.file = file
    this.row = row
  }
}
