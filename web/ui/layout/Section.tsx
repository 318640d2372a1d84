import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

/** A titled section under a 2 px rule; `action` is on the right of the title. */
export function Section({
  title,
  action,
  level = 2,
  children,
}: {
  title: string
  action?: ReactNode
  level?: 2 | 3
  children: ReactNode
}) {
  const id = useId()
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <Title id={id} className={styles.title}>
          {title}
        </Title>
        {action}
      </header>
      {children}
    </section>
  )
}
