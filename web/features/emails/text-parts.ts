/** A piece of a mail's text; `href` where it is a link to this instance of Saldo. */
export type TextPart = { text: string; at: number; href: string | null }

/** The text with its addresses of `origin` as links. Other addresses stay text: nobody should follow them from here. */
export function partsOf(text: string, origin: string): TextPart[] {
  let at = 0
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece) => {
      const part = { text: piece, at, href: isOf(piece, origin) ? piece : null }
      at += piece.length
      return part
    })
    .filter((part) => part.text !== '')
}

const isOf = (piece: string, origin: string) => URL.canParse(piece) && new URL(piece).origin === origin
