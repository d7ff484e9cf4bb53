import { Link } from 'react-router'
import type { ListedMailing } from '#contract/mailings.ts'
import type { Column } from '#web/ui/lists/table.tsx'
import { formatDay, getZoneName } from '#web/ui/text/dates.ts'
import { describeState } from './describe-mailing.ts'

/** The columns of newsletters and messages. */
export const MAILING_COLUMNS: Column<ListedMailing, 'created_at' | 'subject'>[] = [
  {
    header: 'Subject',
    sort: 'subject',
    cell: ({ _id, subject }) => (
      <Link to={`/dashboard/newsletter/${_id}`} className="link row-link wrap-anywhere">
        {subject}
      </Link>
    ),
  },
  { header: 'Recipients', cell: ({ audience }) => (audience === 'subscribers' ? 'Subscribers' : 'Students') },
  { header: 'State', cell: (mailing) => describeState(mailing) },
  { header: 'Failed', end: true, cell: ({ progress }) => progress.failed },
  {
    get header() {
      return `Created (${getZoneName()})`
    },
    sort: 'created_at',
    end: true,
    cell: ({ created_at }) => formatDay(created_at),
  },
]
