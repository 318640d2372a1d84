import { Bar, Loading } from '../../ui/feedback/Skeleton.tsx'
import styles from '../../ui/layout/Page.module.css'

/** Skeleton of the dashboard. */
export function DashboardSkeleton() {
  return (
    <Loading what="la dashboard">
      <div className={styles.ghost}>
        <Bar width={260} height={24} />
        <Bar height={10} />
        <Bar width={240} height={24} />
        <Bar width="88%" height={10} />
        <div className={styles.ghostFigures}>
          {['a', 'b', 'c', 'd'].map((place) => (
            <Bar key={place} height={52} />
          ))}
        </div>
        <div className={styles.columns}>
          <Bar height={260} />
          <Bar height={260} />
        </div>
      </div>
    </Loading>
  )
}
