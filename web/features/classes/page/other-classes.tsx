import { Link } from 'react-router'
import type { ClassLink } from '#contract/class-pages.ts'
import { toClassPath } from '#contract/slug.ts'
import { Price } from '#web/school/price.tsx'
import { CARD_GRID_SIZES, CardGrid, CardGridItem } from '#web/ui/card-grid.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** Links to other classes. They show no seats, so that a sale changes the page of its own class only. */
export function OtherClasses({ others }: { others: ClassLink[] }) {
  if (others.length === 0) return null
  return (
    <section className="class-others py-16 sm:py-24" aria-labelledby="others-title">
      <h2 id="others-title" className="mb-8 font-display text-3xl">
        Other classes
      </h2>
      <CardGrid>
        {others.map((other) => (
          <CardGridItem key={other._id}>
            <OtherClass other={other} />
          </CardGridItem>
        ))}
      </CardGrid>
    </section>
  )
}

function OtherClass({ other }: { other: ClassLink }) {
  const { className, classImage, instructorName, price } = other
  return (
    <article className="print">
      <div className="print-frame">
        <Picture src={classImage} alt="" sizes={CARD_GRID_SIZES} className="print-picture" />
      </div>
      <div className="print-caption">
        <h3 className="line-clamp-2 break-words font-display text-2xl">
          <Link to={toClassPath(other)} className="print-link">
            {className}
          </Link>
        </h3>
        <p className="flex justify-between gap-3">
          <span className="min-w-0 truncate">{instructorName}</span>
          <Price amount={price} />
        </p>
      </div>
    </article>
  )
}
