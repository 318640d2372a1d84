/** An e-mail address to write into a field; empty if the reader sees it masked (`l••••@example.it`), or there is none. */
export const writtenAddress = (email: string | null | undefined): string =>
  email && !email.includes('••••') ? email : ''
