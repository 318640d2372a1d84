import { useEffect, useState } from 'react'
import { api, type Reply } from '../../api.ts'
import { LinkButton } from '../../ui/buttons/PlainButton.tsx'
import styles from './ProofForm.module.css'

/** In the demo, the code that the app of this user shows now, and a button that types it. Nothing elsewhere. */
export function DemoCode({ user_name, onUse }: { user_name: string; onUse: (code: string) => void }) {
  const [demo, setDemo] = useState<Reply<'GET /v1/demo/code'>['demo']>(null)
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined
    let left = false
    const read = () =>
      api('GET /v1/demo/code').then(
        ({ demo }) => {
          if (left) return
          setDemo(demo)
          if (demo) next = setTimeout(read, demo.seconds_left * 1000 + 100)
        },
        () => undefined,
      )
    void read()
    return () => {
      left = true
      clearTimeout(next)
    }
  }, [])
  if (!demo?.user_names.includes(user_name.trim().toLowerCase())) return null
  return (
    <p className={styles.demo}>
      È una prova: il codice di adesso è {demo.code.replace(/^(...)/, '$1 ')}.{' '}
      <LinkButton onClick={() => onUse(demo.code)}>Usa questo codice</LinkButton>
    </p>
  )
}
