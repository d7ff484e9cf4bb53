import type { ClassLink } from '#contract/class-pages.ts'
import { toClassPath } from '#contract/slug.ts'
import { describeImage } from '#web/features/classes/card/describe-image.ts'
import { Price } from '#web/school/price.tsx'
import { CardGrid, CardGridItem } from '#web/ui/card-grid.tsx'
import { Print } from '#web/ui/print.tsx'

/** Links to other classes. They show no seats, so that a sale changes the page of its own class only. */
export function OtherClasses({ others }: { others: ClassLink[] }) {
  if (others.length === 0) return null
  return (
    <section className="class-others" aria-labelledby="others-title">
      <h2 id="others-title" className="mb-8 font-display text-3xl">
        Other classes
      </h2>
      <CardGrid count={others.length}>
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
  const { className, classImage, focus, exposure, instructorName, price } = other
  return (
    <Print
      to={toClassPath(other)}
      image={classImage}
      alt={describeImage(other)}
      focus={focus}
      title={className}
      edge={exposure}
    >
      <p className="flex flex-wrap justify-between gap-3">
        <span className="wrap-anywhere min-w-0">{instructorName}</span>
        <Price amount={price} />
      </p>
    </Print>
  )
}
