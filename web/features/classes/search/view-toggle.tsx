import stylesheet from './class-list.css?url'

/** Changes between cards and a contact sheet. The script of web/layout/theme.ts handles it, and remembers the choice. */
export function ViewToggle() {
  return (
    <>
      <link rel="stylesheet" href={stylesheet} precedence="first" />
      <button type="button" className="link py-1 text-sm noscript:hidden" data-toggles="view">
        <span className="view-cards">Contact sheet</span>
        <span className="view-sheet">Cards</span>
      </button>
    </>
  )
}
