import { Bar, Loading, TextSkeleton } from './Skeleton.tsx'

/** Placeholder for a page whose code or data are loading; menu and toolbar work meanwhile. */
export const PendingPage = () => (
  <div style={{ padding: 24 }}>
    <Loading what="la pagina">
      <Bar width={220} height={24} />
      <TextSkeleton />
    </Loading>
  </div>
)
