import { Button } from '@mantine/core'
import { useState } from 'react'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { framed } from './framed.ts'
import styles from './Outbox.module.css'
import { partsOf } from './text-parts.ts'

/** As wide as a phone, and as a mail is at most. */
const widths = [390, 640] as const

/** The HTML of a mail in a frame that runs no script and loads nothing, then its text. */
export function MailFrame({ subject, html, text }: { subject: string; html: string; text: string }) {
  const [width, setWidth] = useState<(typeof widths)[number]>(640)
  return (
    <>
      <fieldset className={styles.widths}>
        <legend>Larghezza</legend>
        {widths.map((each) => (
          <Button
            key={each}
            variant={each === width ? 'filled' : 'default'}
            aria-pressed={each === width}
            onClick={() => setWidth(each)}
          >
            {each} px
          </Button>
        ))}
      </fieldset>
      <iframe
        className={styles.frame}
        style={{ maxWidth: width }}
        title={`L’e-mail «${subject}»`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={framed(html)}
      />
      <Section title="Solo testo">
        <p className={styles.text}>
          {partsOf(text, location.origin).map(({ text: part, at, href }) =>
            href ? (
              <a key={at} href={href} target="_blank" rel="noopener noreferrer" className={links.link}>
                {part}
              </a>
            ) : (
              part
            ),
          )}
        </p>
      </Section>
    </>
  )
}
