import type { Services } from '../services.ts'

/** `Link inviato a lea@example.it`, for timelines; where no mail server is set, that it was not sent. */
export const mailedTo = ({ env }: Services, what: string, email: string): string =>
  env.SMTP_URL ? `${what} inviato a ${email}` : `${what} non inviato a ${email} (nessun server di posta)`
