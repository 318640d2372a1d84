/** The first `length` characters and an ellipsis; a text that is no longer stays as it is. */
export function truncate(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text
}
