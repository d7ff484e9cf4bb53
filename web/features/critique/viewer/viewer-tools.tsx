import { Choice } from '#web/ui/lists/choice.tsx'
import type { Viewport } from './viewport.ts'

const SURROUNDS = [
  { value: 'light', label: 'Light gray' },
  { value: 'middle', label: 'Middle gray' },
  { value: 'dark', label: 'Dark gray' },
  { value: 'black', label: 'Black' },
] as const
export type Surround = (typeof SURROUNDS)[number]['value']

const ZOOM_STEP = 1.25

/** An action of the viewer: its key and its label. */
export type ViewerAction = [key: string, label: string, run: () => void]

/** Lists the actions on a viewport. */
export function listActions(viewport: Viewport | null): ViewerAction[] {
  return [
    ['-', 'Zoom out', () => viewport?.zoomBy(1 / ZOOM_STEP)],
    ['+', 'Zoom in', () => viewport?.zoomBy(ZOOM_STEP)],
    ['0', 'Fit', () => viewport?.fit()],
    ['1', '100 %', () => viewport?.showPixels(1)],
    ['2', '200 %', () => viewport?.showPixels(2)],
  ]
}

interface ViewerToolsProps {
  actions: ViewerAction[]
  surround: Surround
  onSurround: (surround: Surround) => void
}

/** The buttons of the viewer. */
export function ViewerTools({ actions, surround, onSurround }: ViewerToolsProps) {
  return (
    <div className="viewer-tools">
      {actions.map(([key, label, run]) => (
        <button key={key} type="button" className="btn btn-outline btn-sm" aria-keyshortcuts={key} onClick={run}>
          {label}
        </button>
      ))}
      <Choice label="Surround" value={surround} options={SURROUNDS} onChoose={onSurround} className="viewer-choice" />
    </div>
  )
}
