import { type ChangeEvent, type DragEvent, type Ref, useState } from 'react'
import { IMAGE_TYPES } from '#contract/values/limits.ts'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  id: string
  describedBy: string
  isInvalid: boolean
  onChoose: (file: File) => void
}

/** An input for one image file, chosen or dropped. */
export function FileInput({ ref, id, describedBy, isInvalid, onChoose }: FileInputProps) {
  const { isDraggedOver, dropHandlers } = useDrop(onChoose)
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (file) onChoose(file)
    // Lets the user choose the same file again.
    target.value = ''
  }
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      accept={IMAGE_TYPES.join()}
      className="image-drop-input"
      data-over={isDraggedOver}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={change}
      {...dropHandlers}
    />
  )
}

function useDrop(onChoose: (file: File) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const dropHandlers = {
    onDragEnter: () => setDraggedOver(true),
    onDragLeave: () => setDraggedOver(false),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDraggedOver(false)
      const [file] = event.dataTransfer.files
      if (file) onChoose(file)
    },
  }
  return { isDraggedOver, dropHandlers }
}
