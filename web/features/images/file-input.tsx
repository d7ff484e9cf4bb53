import { type ChangeEvent, type ClipboardEvent, type DragEvent, type Ref, useState } from 'react'
import { IMAGE_TYPES } from '#contract/values/limits.ts'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  id: string
  describedBy: string
  isInvalid: boolean
  /** None for a drop without files, such as a picture of another page. */
  onChoose: (files: File[]) => void
}

/** An input for one image file, chosen, dropped or pasted. */
export function FileInput({ ref, id, describedBy, isInvalid, onChoose }: FileInputProps) {
  const { isDraggedOver, dropHandlers } = useDrop(onChoose)
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])])
    // Lets the user choose the same file again.
    target.value = ''
  }
  const paste = ({ clipboardData }: ClipboardEvent) => {
    if (clipboardData.files.length > 0) onChoose([...clipboardData.files])
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
      onPaste={paste}
      {...dropHandlers}
    />
  )
}

function useDrop(onChoose: FileInputProps['onChoose']) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const dropHandlers = {
    onDragEnter: () => setDraggedOver(true),
    onDragLeave: () => setDraggedOver(false),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDraggedOver(false)
      onChoose([...event.dataTransfer.files])
    },
  }
  return { isDraggedOver, dropHandlers }
}
