import { memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { PictureVersion, Remark } from '#contract/critique.ts'
import { MAX_ANSWER_LENGTH } from '#contract/values/limits.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { CropView } from './crop-view.tsx'
import { describePlace, KIND_LABELS } from './describe-place.ts'
import { RemarkForm } from './remark-form.tsx'
import type { CritiqueCalls } from './submission.query.ts'
import { TextForm } from './text-form.tsx'
import { loadTyped, typedName } from './typed-text.ts'

export interface RemarkListProps {
  remarks: readonly Remark[]
  version: PictureVersion
  selected: string | null
  onSelect: (id: string | null) => void
  calls: CritiqueCalls
}

/** Remarks that are shown at once, and unless more are requested: a thousand would take seconds on a phone. */
const [FIRST, MAX] = [20, 100]

/** The remarks on a version: what the marks say, and where each is, in words. */
export function RemarkList({ remarks, selected, ...props }: RemarkListProps) {
  const [isWhole, setWhole] = useState(false)
  const listed = isWhole || isBeyond(remarks, selected) ? remarks : remarks.slice(0, MAX)
  // The picture does not wait for a long list.
  const shown = useDeferredValue(listed, listed.slice(0, FIRST))
  if (remarks.length === 0) return <p className="text-soft">No remarks on this picture yet.</p>
  return (
    <>
      <ol aria-label="Remarks" className="remark-list">
        {shown.map((remark, at) => (
          <RemarkItem
            key={remark._id}
            remark={remark}
            isSelected={remark._id === selected}
            isFirst={at === 0 || nameAuthor(remark) !== nameAuthor(shown[at - 1])}
            {...props}
          />
        ))}
      </ol>
      {listed.length < remarks.length && (
        <Button look="outline" onClick={() => setWhole(true)}>
          {`Show all ${remarks.length} remarks`}
        </Button>
      )}
    </>
  )
}

function isBeyond(remarks: readonly Remark[], selected: string | null): boolean {
  return selected !== null && remarks.findIndex(({ _id }) => _id === selected) >= MAX
}

function nameAuthor(remark: Remark | undefined): string {
  return remark ? `${remark.author.name}${remark.state === 'draft' ? ', draft' : ''}` : ''
}

interface RemarkItemProps extends Omit<RemarkListProps, 'remarks' | 'selected'> {
  remark: Remark
  isSelected: boolean
  /** It is not of the author and the state of the one before. */
  isFirst: boolean
}

/** There may be a thousand: a selection renders two of them. */
const RemarkItem = memo(({ remark, version, isSelected, isFirst, onSelect, calls }: RemarkItemProps) => {
  const { kind, geometry, state } = remark
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li ref={item} className="remark-item" data-selected={isSelected}>
      {isFirst && (
        <p className="edge-print" aria-hidden="true">
          {nameAuthor(remark)}
        </p>
      )}
      <RemarkTitle remark={remark} isSelected={isSelected} onSelect={onSelect} />
      {kind === 'crop' && geometry && 'w' in geometry && (
        <CropView version={version} crop={geometry} isSharp={isSelected} />
      )}
      <RemarkText remark={remark} calls={calls} />
      <Answers remark={remark} />
      {state === 'released' && <AnswerForm remark={remark} calls={calls} />}
    </li>
  )
})

type RemarkTitleProps = Pick<RemarkItemProps, 'remark' | 'onSelect' | 'isSelected'>

/** Number, kind and place of a remark, and its author to screen readers. A click picks its mark out. */
function RemarkTitle({ remark, isSelected, onSelect }: RemarkTitleProps) {
  const { _id, kind, geometry, number } = remark
  return (
    <button
      type="button"
      className="cursor-pointer text-start"
      aria-pressed={isSelected}
      onClick={() => onSelect(isSelected ? null : _id)}
    >
      <span className="font-medium">
        {number}. {KIND_LABELS[kind]}
      </span>{' '}
      <span className="text-sm text-soft">
        {describePlace(kind, geometry)}
        <span className="sr-only">, {nameAuthor(remark)}</span>
      </span>
    </button>
  )
}

interface RemarkPartProps {
  remark: Remark
  calls: CritiqueCalls
}

/** The text of a remark, which its author may change. */
function RemarkText({ remark, calls }: RemarkPartProps) {
  const { _id, kind, text, html, number, own } = remark
  const name = typedName.ofRemark(_id)
  const [isEdited, setEdited] = useState(() => own && loadTyped(name) !== null)
  if (isEdited) {
    const save = async (changed: string) => {
      await calls.changeRemark(remark, { text: changed })
      setEdited(false)
    }
    return <RemarkForm name={name} kind={kind} initial={text} onSave={save} onCancel={() => setEdited(false)} />
  }
  return (
    <>
      {html && <RichText html={html} />}
      {own && (
        <div className="flex flex-wrap gap-2">
          <Button look="ghost" className="btn-sm" onClick={() => setEdited(true)}>
            Edit
            <About>{`remark ${number}`}</About>
          </Button>
          <DeleteRemark remark={remark} calls={calls} />
        </div>
      )}
    </>
  )
}

function DeleteRemark({ remark: { _id, number, answers }, calls }: RemarkPartProps) {
  const { isBusy, run } = useBusy()
  const detail = answers.length > 0 ? `Remark ${number}, with its answers.` : `Remark ${number}.`
  const remove = async () => {
    if (await confirm({ ...DELETE_CONFIRMATION, detail })) await calls.deleteRemark(_id)
  }
  return (
    <Button look="ghost" className="btn-sm" busy={isBusy} onClick={() => run(remove)}>
      Delete
      <About>{`remark ${number}`}</About>
    </Button>
  )
}

function Answers({ remark: { number, answers } }: { remark: Remark }) {
  if (answers.length === 0) return null
  return (
    <ul aria-label={`Answers to remark ${number}`} className="grid gap-2 border-line border-s-2 ps-3">
      {answers.map(({ _id, author, text }) => (
        <li key={_id}>
          <p className="text-sm text-soft">{author.name}</p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ul>
  )
}

function AnswerForm({ remark: { _id, number }, calls }: RemarkPartProps) {
  const name = typedName.ofAnswer(_id)
  const [isOpen, setOpen] = useState(() => loadTyped(name) !== null)
  const close = () => setOpen(false)
  const send = (text: string) => calls.answer(_id, text).then(close)
  const form = { name, label: `Answer to remark ${number}`, action: 'Send answer', maxLength: MAX_ANSWER_LENGTH }
  if (isOpen) return <TextForm {...form} isRequired onSave={send} onCancel={close} />
  return (
    <Button look="ghost" className="btn-sm justify-self-start" onClick={() => setOpen(true)}>
      Answer
      <About>{`remark ${number}`}</About>
    </Button>
  )
}
