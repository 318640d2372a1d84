import links from '../layout/Links.module.css'

/** An e-mail address as a mailto link; plain if the reader sees it masked (`l••••@example.it`). */
export const MailLink = ({ email }: { email: string }) =>
  email.includes('••••') ? (
    email
  ) : (
    <a href={`mailto:${email}`} className={links.link}>
      {email}
    </a>
  )

/** A phone number as a tel link, whatever spaces and slashes it contains. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={links.link}>
    {phone}
  </a>
)
