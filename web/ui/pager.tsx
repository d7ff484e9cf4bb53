import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ArrowLeftIcon, ArrowRightIcon } from './icons.tsx'

interface PagerProps {
  page: number
  pages: number
  addressOf: (page: number) => string
}

/** The way from page to page of a list; nothing where there is one page only. */
export function Pager({ page, pages, addressOf }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages">
      <ul className="pager">
        <li>
          <Step to={page > 1 ? addressOf(page - 1) : null} words="Previous page">
            <ArrowLeftIcon />
          </Step>
        </li>
        {pagesAround(page, pages).map((one) => (
          <li key={one}>
            {one < 0 ? (
              <span className="px-1 text-soft">…</span>
            ) : (
              <Link to={addressOf(one)} className="page-link" aria-current={one === page ? 'page' : undefined}>
                <span className="sr-only">Page </span>
                {one}
              </Link>
            )}
          </li>
        ))}
        <li>
          <Step to={page < pages ? addressOf(page + 1) : null} words="Next page">
            <ArrowRightIcon />
          </Step>
        </li>
      </ul>
    </nav>
  )
}

function Step({ to, words, children }: { to: string | null; words: string; children: ReactNode }) {
  if (!to) return <span className="page-link invisible">{children}</span>
  return (
    <Link to={to} className="page-link">
      <span className="sr-only">{words}</span>
      {children}
    </Link>
  )
}

/** The first page, the last, and those beside the one that is shown; a negative number where some are left out. */
function pagesAround(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const inOrder = [...new Set(shown)].sort((a, b) => a - b)
  return inOrder.flatMap((one, index) => (index > 0 && one - (inOrder[index - 1] ?? 0) > 1 ? [-one, one] : [one]))
}
