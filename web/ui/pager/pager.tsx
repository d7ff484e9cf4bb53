import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/icons.tsx'

interface PagerProps {
  page: number
  pages: number
  buildPath: (page: number) => string
}

/** The links between the pages of a list; nothing for a single page. */
export function Pager({ page, pages, buildPath }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages">
      <ul className="pager">
        <li>
          <Step to={page > 1 ? buildPath(page - 1) : null} label="Previous page">
            <ArrowLeftIcon />
          </Step>
        </li>
        {listPages(page, pages).map((one) => (
          <li key={one}>
            {one < 0 ? (
              <span className="px-1 text-soft">…</span>
            ) : (
              <Link to={buildPath(one)} className="page-link" aria-current={one === page ? 'page' : undefined}>
                <span className="sr-only">Page </span>
                {one}
              </Link>
            )}
          </li>
        ))}
        <li>
          <Step to={page < pages ? buildPath(page + 1) : null} label="Next page">
            <ArrowRightIcon />
          </Step>
        </li>
      </ul>
    </nav>
  )
}

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  if (!to) return <span className="page-link invisible">{children}</span>
  return (
    <Link to={to} className="page-link">
      <span className="sr-only">{label}</span>
      {children}
    </Link>
  )
}

/** Returns the first, the last and the neighboring pages; a negative number marks a gap. */
export function listPages(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const inOrder = [...new Set(shown)].sort((a, b) => a - b)
  return inOrder.flatMap((one, index) => (index > 0 && one - (inOrder[index - 1] ?? 0) > 1 ? [-one, one] : [one]))
}
