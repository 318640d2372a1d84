import { type ReactNode, useId } from 'react'
import { Help } from '../help/Help.tsx'
import type { HelpTopic } from '../help/help-texts.ts'
import styles from './Section.module.css'

/** A titled section under a 2 px rule; `action` is on the right of the title; `help` explains a word of it. */
export function Section({
  title,
  action,
  level = 2,
  help,
  children,
}: {
  title: string
  action?: ReactNode
  level?: 2 | 3
  help?: HelpTopic
  children: ReactNode
}) {
  const id = useId()
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <div className={styles.line}>
          <Title id={id} className={styles.title}>
            {title}
          </Title>
          {help && <Help topic={help} />}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
