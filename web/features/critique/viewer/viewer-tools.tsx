import type { ComponentType } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import { MoreMenu } from '#web/ui/lists/row-actions.tsx'
import type { Viewport } from './viewport.ts'

const SURROUNDS = [
  { value: 'light', label: 'Light gray' },
  { value: 'middle', label: 'Middle gray' },
  { value: 'dark', label: 'Dark gray' },
  { value: 'black', label: 'Black' },
] as const
export type Surround = (typeof SURROUNDS)[number]['value']

const ZOOM_STEP = 1.25

/** An action of the viewer: its key, its label, and its icon, which the label replaces where there is none. */
export type ViewerAction = [key: string, label: string, run: () => void, icon?: ComponentType]

/** Lists the actions on a viewport. */
export function listActions(viewport: Viewport | null): ViewerAction[] {
  return [
    ['-', 'Zoom out', () => viewport?.zoomBy(1 / ZOOM_STEP), ZoomOutIcon],
    ['+', 'Zoom in', () => viewport?.zoomBy(ZOOM_STEP), ZoomInIcon],
    ['0', 'Fit', () => viewport?.fit(), FitIcon],
    ['1', '100 %', () => viewport?.showPixels(1)],
    [RARE_KEY, '200 %', () => viewport?.showPixels(2)],
  ]
}

/** The action that is in the menu where the line has no room for all. */
const RARE_KEY = '2'

interface ViewerToolsProps {
  actions: ViewerAction[]
  surround: Surround
  onSurround: (surround: Surround) => void
}

/** The buttons of the viewer in one line, and what is rare: at its end, or in a menu where it is short. */
export function ViewerTools({ actions, surround, onSurround }: ViewerToolsProps) {
  const list = (isRare: boolean) =>
    actions.filter(([key]) => (key === RARE_KEY) === isRare).map((action) => <Tool key={action[0]} action={action} />)
  return (
    <div className="viewer-tools">
      {list(false)}
      <MoreMenu about="tools">
        {list(true)}
        <Choice label="Surround" value={surround} options={SURROUNDS} onChoose={onSurround} className="viewer-choice" />
      </MoreMenu>
    </div>
  )
}

function Tool({ action: [key, label, run, ActionIcon] }: { action: ViewerAction }) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-sm ${ActionIcon ? 'btn-square' : ''}`}
      aria-keyshortcuts={key}
      aria-label={label}
      title={`${label} (${key})`}
      onClick={run}
    >
      {ActionIcon ? <ActionIcon /> : label}
    </button>
  )
}

const ZoomOutIcon = () => (
  <Icon>
    <path d="M5 12h14" />
  </Icon>
)

const ZoomInIcon = () => (
  <Icon>
    <path d="M5 12h14M12 5v14" />
  </Icon>
)

/** A picture in its frame. */
const FitIcon = () => (
  <Icon>
    <path d="M3.5 5.5h17v13h-17zM7.5 9.5h9v5h-9z" />
  </Icon>
)

export const FullScreenIcon = () => (
  <Icon>
    <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
  </Icon>
)
