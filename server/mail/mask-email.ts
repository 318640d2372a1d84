/** `lucia@example.it` → `l••••@example.it`: people recognise their own address, but do not learn another's. */
export function maskEmail(email: string | null): string | null {
  const at = email?.lastIndexOf('@') ?? -1
  return email && at > 0 ? `${[...email][0]}••••${email.slice(at)}` : null
}
