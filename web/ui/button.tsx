import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'

export type Look = 'primary' | 'outline' | 'ghost' | 'danger'

const LOOKS: Record<Look, string> = {
  primary: 'btn btn-primary',
  outline: 'btn btn-outline',
  ghost: 'btn btn-ghost',
  danger: 'btn btn-outline btn-danger',
}

/** Text for screen readers after a label that many rows share: `Select` + `Night Harbour`. */
export function About({ children }: { children: string }) {
  return <span className="sr-only"> {children}</span>
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  /** The action of the button is running. It shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean
}

export function Button({ look = 'primary', busy = false, className = '', onClick, children, ...rest }: ButtonProps) {
  const ignore = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      className={`${LOOKS[look]} ${className}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      {busy && <span className="loading w-4" aria-hidden="true" />}
      {children}
    </button>
  )
}

export function ButtonLink({ look = 'primary', className = '', ...rest }: LinkProps & { look?: Look }) {
  return <Link className={`${LOOKS[look]} ${className}`} {...rest} />
}
