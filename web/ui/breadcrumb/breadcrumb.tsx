import { Link } from 'react-router'

interface BreadcrumbProps {
  /** The pages above: their names and paths. */
  above: [name: string, path: string][]
  /** The name of this page. */
  here: string
}

/** The way from the home page to a page. */
export function Breadcrumb({ above, here }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className="py-4 text-sm">
      <ol className="flex flex-wrap gap-2">
        {[['Home', '/'] as const, ...above].map(([name, path]) => (
          <li key={path} className="flex gap-2">
            <Link to={path} className="underline-offset-4 hover:underline">
              {name}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" className="wrap-anywhere min-w-0 text-soft">
          {here}
        </li>
      </ol>
    </nav>
  )
}
