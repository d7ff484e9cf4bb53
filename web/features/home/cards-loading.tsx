import { Loading, Skeleton } from '#web/ui/states.tsx'

/** Placeholders of six cards in a rail. */
export function CardsLoading({ what, lead }: { what: string; lead?: boolean }) {
  return (
    <Loading what={what}>
      <div className={`card-grid card-rail ${lead ? 'card-lead' : ''}`} data-rest={0}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="print">
            <Skeleton className="print-frame" />
            <div className="print-caption">
              <Skeleton className="h-11 w-3/4" />
              <Skeleton className="h-11 w-3/4" />
              <Skeleton className="h-11 w-full" />
              <Skeleton className="h-11 w-full" />
            </div>
          </div>
        ))}
      </div>
      <Skeleton className="mx-auto mt-12 h-11 w-40" />
    </Loading>
  )
}
