import { type ChangeEvent, type ClipboardEvent, type DragEvent, type Ref, useEffect, useState } from 'react'
import { IMAGE_TYPES } from '#contract/values/image-limits.ts'

interface FileInputProps {
  ref: Ref<HTMLInputElement>
  id: string
  describedBy: string
  isInvalid: boolean
  /** Lets the user choose several files at once. */
  multiple: boolean
  /** Takes what is dropped or pasted beside it although there are other inputs. */
  takesBeside: boolean
  /** None for a drop without files, such as a picture of another page. */
  onChoose: (files: File[]) => void
}

/** An input for image files: chosen or pasted, and dropped or pasted beside it if it is alone on its page. */
export function FileInput({ ref, id, describedBy, isInvalid, multiple, takesBeside, onChoose }: FileInputProps) {
  useBeside(onChoose, takesBeside)
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])])
    // Lets the user choose the same file again.
    target.value = ''
  }
  const paste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData
    if (files.length === 0) return
    event.preventDefault()
    onChoose([...files])
  }
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      accept={IMAGE_TYPES.join()}
      multiple={multiple}
      className={INPUT_CLASS}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={change}
      onPaste={paste}
    />
  )
}

const INPUT_CLASS = 'image-drop-input'

/**
 * Takes files that are dropped or pasted beside the input, where they can mean no other one. The browser would leave the page, and lose
 * the form, for a file that is dropped.
 */
function useBeside(onChoose: FileInputProps['onChoose'], takesBeside: boolean): void {
  useEffect(() => {
    const choose = (event: Event, data: DataTransfer | null) => {
      if (event.defaultPrevented || !data || data.files.length === 0) return
      event.preventDefault()
      if (takesBeside || document.getElementsByClassName(INPUT_CLASS).length === 1) onChoose([...data.files])
    }
    const over = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: globalThis.DragEvent) => choose(event, event.dataTransfer)
    // A copied text may come with a picture of itself.
    const paste = (event: globalThis.ClipboardEvent) => {
      if (!event.clipboardData?.types.includes('text/plain')) choose(event, event.clipboardData)
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('dragover', over, { signal })
    // Before the other inputs, which leave what was taken.
    const target = takesBeside ? document : window
    target.addEventListener('drop', drop as EventListener, { signal })
    target.addEventListener('paste', paste as EventListener, { signal })
    return () => controller.abort()
  }, [onChoose, takesBeside])
}

/** Returns the handlers of an element that takes files, and whether one is held over it. */
export function useDrop(onChoose: FileInputProps['onChoose']) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const dropHandlers = {
    onDragEnter: () => setDraggedOver(true),
    // Not where the pointer goes on to a part of the element.
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
      (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) || setDraggedOver(false),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDraggedOver(false)
      onChoose([...event.dataTransfer.files])
    },
  }
  return { isDraggedOver, dropHandlers }
}
