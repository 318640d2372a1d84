import { useQuery } from '@tanstack/react-query'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './EmailTemplate.module.css'
import { tagsQuery } from './email-template-query.ts'
import { written } from './written-tag.ts'

/** What the mail can say: how it is written, what it means, an example. */
export function TagList({ id }: { id: number }) {
  const { data = [] } = useQuery(tagsQuery(id))
  if (data.length === 0) return null
  return (
    <Section title="Segnaposti">
      <ul className={styles.tags}>
        {data.map((tag) => (
          <li key={tag.name}>
            <code>{written(tag, tag.of.map((inner) => written(inner)).join(' '))}</code>
            <span>{tag.label}</span>
            {tag.kind === 'url' && <span className={styles.dim}>solo in href</span>}
            {tag.example && tag.kind !== 'url' && <span className={styles.dim}>{tag.example}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
