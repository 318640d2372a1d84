import { Bar, Loading, TextSkeleton } from './Skeleton.tsx'

/** Where a page will be, while its code or data is on the way: menu and toolbar around it work meanwhile. */
export const PendingPage = () => (
  <div style={{ padding: 24 }}>
    <Loading what="la pagina">
      <Bar width={220} height={24} />
      <TextSkeleton />
    </Loading>
  </div>
)
